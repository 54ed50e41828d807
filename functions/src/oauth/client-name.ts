import { pageTitle } from '@foldmark/library/entities/page-text';
import { GRANT_NAME_MAX_LENGTH } from '@foldmark/contract/limits';

const OURS = 'foldmark';
/** The first half of a character that a cut has split. */
const SPLIT = /[\ud800-\udbff]$/;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;
/** Letters and symbols without ink, such as the filler of Hangul and the empty pattern of Braille. */
const BLANK = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/** Characters that look like a letter of our name, below that letter. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  f: 'ƒꜰϝғ',
  o: '0οоօσøᴏ',
  l: '1i|!ıłӏіιʟ',
  d: 'đԁժᴅ',
  m: 'мᴍɱ',
  a: '4@аαɑᴀ',
  r: 'гʀɾ',
  k: 'кκᴋĸ',
};
const LETTERS: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKALIKES).flatMap(([letter, others]) =>
    Array.from(others, (other) => [other, letter] as const),
  ),
);

/** What a client adds to its name, such as the name of the server that its user has entered. */
const ADDED = / ?\([^()]*\)$/;

/**
 * Cleans what an app calls itself: one line, without characters that could disguise it, and cut. A name that imitates ours loses its
 * part in parentheses, as in 'An agent (foldmark)'. Returns an empty text if nothing is left, or if the name still imitates ours.
 */
export function clientName(text: string): string {
  const line = pageTitle(text);
  const own = imitatesUs(line) ? line.replace(ADDED, '') : line;
  const name = own.slice(0, GRANT_NAME_MAX_LENGTH).replace(SPLIT, '').trim();
  return VISIBLE.test(name.replaceAll(BLANK, '')) && !imitatesUs(own) ? name : '';
}

function imitatesUs(text: string): boolean {
  // Compatibility forms are `ｆ`, `𝐟` and `ⓕ`. The decomposition separates accents, which the last step drops.
  const letters = Array.from(text.normalize('NFKD').toLowerCase(), (letter) => LETTERS.get(letter) ?? letter);
  const plain = letters.join('').replaceAll(/[^a-z]/g, '');
  return plain.includes(OURS) || plain.replaceAll('rn', 'm').replaceAll('cl', 'd').includes(OURS);
}
