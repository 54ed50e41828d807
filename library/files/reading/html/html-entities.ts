import { replaceControls } from '#library/files/reading/bytes/windows-1252.ts';

/** The names of U+00A0 to U+00FF in order. HTML also accepts them without a semicolon. */
const LATIN =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot ' +
  'cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml ' +
  'Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig ' +
  'agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ' +
  'ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml';
const GREEK =
  'Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho - Sigma Tau Upsilon Phi Chi Psi Omega';
/** The other names of HTML 4, and names that word processors write. Exporters themselves write only five names, and numbers. */
const OTHERS =
  "apos=' OElig=Œ oelig=œ Scaron=Š scaron=š Yuml=Ÿ fnof=ƒ circ=ˆ tilde=˜ ensp=\u2002 emsp=\u2003 thinsp=\u2009 zwnj=\u200c " +
  'zwj=\u200d lrm=\u200e rlm=\u200f ndash=– mdash=— lsquo=‘ rsquo=’ sbquo=‚ ldquo=“ rdquo=” bdquo=„ dagger=† Dagger=‡ bull=• ' +
  'hellip=… permil=‰ prime=′ Prime=″ lsaquo=‹ rsaquo=› oline=‾ frasl=⁄ euro=€ image=ℑ weierp=℘ real=ℜ trade=™ alefsym=ℵ larr=← ' +
  'uarr=↑ rarr=→ darr=↓ harr=↔ crarr=↵ lArr=⇐ uArr=⇑ rArr=⇒ dArr=⇓ hArr=⇔ forall=∀ part=∂ exist=∃ empty=∅ nabla=∇ isin=∈ ' +
  'notin=∉ ni=∋ prod=∏ sum=∑ minus=− lowast=∗ radic=√ prop=∝ infin=∞ ang=∠ and=∧ or=∨ cap=∩ cup=∪ int=∫ there4=∴ sim=∼ cong=≅ ' +
  'asymp=≈ ne=≠ equiv=≡ le=≤ ge=≥ sub=⊂ sup=⊃ nsub=⊄ sube=⊆ supe=⊇ oplus=⊕ otimes=⊗ perp=⊥ sdot=⋅ lceil=⌈ rceil=⌉ lfloor=⌊ ' +
  'rfloor=⌋ lang=⟨ rang=⟩ loz=◊ spades=♠ clubs=♣ hearts=♥ diams=♦ sigmaf=ς thetasym=ϑ upsih=ϒ piv=ϖ check=✓ star=☆ starf=★ ' +
  'Tab=\t NewLine=\n excl=! num=# dollar=$ percnt=% lpar=( rpar=) ast=* plus=+ comma=, period=. sol=/ colon=: semi=; equals== ' +
  'quest=? commat=@ lsqb=[ lbrack=[ bsol=\\ rsqb=] rbrack=] Hat=^ lowbar=_ grave=` lcub={ lbrace={ verbar=| vert=| rcub=} rbrace=} ' +
  'hyphen=‐ dash=‐ horbar=― nldr=‥ mldr=… laquo=« raquo=»';

/** Names that HTML also accepts without a semicolon. */
const LEGACY = new Map<string, string>([
  ['amp', '&'],
  ['AMP', '&'],
  ['lt', '<'],
  ['LT', '<'],
  ['gt', '>'],
  ['GT', '>'],
  ['quot', '"'],
  ['QUOT', '"'],
  ['COPY', '©'],
  ['REG', '®'],
  ...LATIN.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(0xa0 + i)]),
]);
const LEGACY_MIN_LENGTH = 2;
const LEGACY_MAX_LENGTH = 6;

const NAMED = new Map<string, string>([
  ...LEGACY,
  ...GREEK.split(' ').flatMap((name, i): [string, string][] => [
    [name, String.fromCharCode(0x391 + i)],
    [name.toLowerCase(), String.fromCharCode(0x3b1 + i)],
  ]),
  ...OTHERS.split(' ').map((pair): [string, string] => {
    const sign = pair.indexOf('=');
    return [pair.slice(0, sign), pair.slice(sign + 1)];
  }),
]);

const ENTITY = /&(?:#x([\da-f]{1,50})|#(\d{1,50})|([a-z][\da-z]{1,50}))(;?)(=?)/gi;
const REPLACEMENT = '\ufffd';

/** Decodes the entities of text between tags, only once: `&amp;amp;` becomes `&amp;`. */
export function decodeEntities(text: string): string {
  return decode(text, (name) => longestLegacy(name));
}

/**
 * Decodes the entities of an attribute. A name without a semicolon counts only if no letter, digit or `=` follows. So the
 * parameters in `?a=1&copy=2` stay.
 */
export function decodeAttribute(text: string): string {
  return decode(text, (name, equals) => (equals === '' ? (LEGACY.get(name) ?? null) : null));
}

function decode(text: string, withoutSemicolon: (name: string, equals: string) => string | null): string {
  if (!text.includes('&')) return text;
  return text.replaceAll(
    ENTITY,
    (whole: string, hex?: string, decimal?: string, name?: string, semicolon = '', equals = '') => {
      if (hex !== undefined) return fromCode(Number.parseInt(hex, 16)) + equals;
      if (decimal !== undefined) return fromCode(Number(decimal)) + equals;
      if (name === undefined) return whole;
      const exact = semicolon === '' ? undefined : NAMED.get(name);
      if (exact !== undefined) return exact + equals;
      const decoded = withoutSemicolon(name, semicolon === '' ? equals : '');
      return decoded === null ? whole : `${decoded}${semicolon}${equals}`;
    },
  );
}

/** Decodes the longest known name at the start, and appends the rest. */
function longestLegacy(name: string): string | null {
  for (let length = Math.min(name.length, LEGACY_MAX_LENGTH); length >= LEGACY_MIN_LENGTH; length -= 1) {
    const character = LEGACY.get(name.slice(0, length));
    if (character !== undefined) return character + name.slice(length);
  }
  return null;
}

function fromCode(code: number): string {
  if (code === 0 || code > 0x10_ff_ff || (code >= 0xd800 && code <= 0xdfff)) return REPLACEMENT;
  return replaceControls(String.fromCodePoint(code));
}
