import { differences, sameKey } from '@foldmark/library/duplicates/link-identity';

import { countText } from '@foldmark/library/text/count-text';

/** How many values of one reason show, such as tracking parameters. Each link shows all of its own values. */
const MAX_VALUES = 4;
/** The longest part of a url that shows whole. */
const MAX_PART = 160;

/** How a link differs from the link that stays. */
export function differenceText(url: string, kept: string): string {
  if (url === kept) return 'Same url';
  const reasons = differences(kept, url);
  if (reasons.length > 0) return `Differs in ${reasons.join(', ')}`;
  return sameKey(url) === sameKey(kept) ? 'Same address, written differently' : 'Another address';
}

/** Why the links of a group belong together. */
export function reasonsText(urls: readonly string[]): string {
  const [first = '', ...others] = urls;
  if (others.every((url) => url === first)) return 'Same url';
  const reasons = new Map<string, Set<string>>();
  for (const reason of others.flatMap((url) => differences(first, url))) {
    const [, kind = reason, values = ''] = WITH_VALUES.exec(reason) ?? [];
    const known = reasons.get(kind) ?? new Set();
    for (const value of values === '' ? [] : values.split(', ')) known.add(value);
    reasons.set(kind, known);
  }
  if (reasons.size === 0) return 'Same address, written differently';
  return `Differ in ${[...reasons].map(([kind, values]) => reasonText(kind, [...values])).join(', ')}`;
}

/** The reasons that list names or fragments. */
const WITH_VALUES = /^(tracking parameter|place in the page)s? (.*)$/s;

function reasonText(kind: string, values: readonly string[]): string {
  if (values.length === 0) return kind;
  const more = values.length - MAX_VALUES;
  const plural = kind === 'tracking parameter' && values.length > 1 ? 's' : '';
  return `${kind}${plural} ${values.slice(0, MAX_VALUES).join(', ')}${more > 0 ? `, and ${more} more` : ''}`;
}

/** A part of a url. Marked if the other url has different text there. */
interface UrlPart {
  readonly text: string;
  readonly isMarked: boolean;
}

/** Scheme, host, path, parameters and fragment. */
const URL_PIECES = /^((?:[a-z][a-z\d+.-]*:\/\/)?)([^/?#]*)([^?#]*)((?:\?[^#]*)?)((?:#.*)?)$/is;

/** The parts of a url. Marks the parts that the other url does not have. */
export function markedParts(url: string, other: string): readonly UrlPart[] {
  const theirs = URL_PIECES.exec(other) ?? [];
  const [, ...pieces] = URL_PIECES.exec(url) ?? ['', url];
  return pieces
    .flatMap((piece, index) => partsOfPiece(piece, theirs[index + 1] ?? ''))
    .filter(({ text }) => text !== '')
    .map(({ text, isMarked }) => ({ text: shortened(text), isMarked }));
}

/** Shortens a long text in its middle, so that the difference stays visible. */
function shortened(text: string): string {
  return text.length > MAX_PART ? `${text.slice(0, MAX_PART / 2)}…${text.slice(-MAX_PART / 4)}` : text;
}

/** Marks the text between the common start and the common end. */
function partsOfPiece(piece: string, other: string): readonly UrlPart[] {
  const shorter = Math.min(piece.length, other.length);
  let start = 0;
  while (start < shorter && piece[start] === other[start]) start += 1;
  let length = 0;
  while (length < shorter - start && piece.at(-1 - length) === other.at(-1 - length)) length += 1;
  const end = piece.length - length;
  return [
    { text: piece.slice(0, start), isMarked: false },
    { text: piece.slice(start, end), isMarked: true },
    { text: piece.slice(end), isMarked: false },
  ];
}

/** The toast after a merge of duplicates into links that stay. */
export function mergedText(duplicates: number, links: number): string {
  return `Merged ${countText(duplicates, 'duplicate')} into ${countText(links, 'link')}.`;
}

/** Tells how many duplicates a merge has left alone, and why. */
export function leftText(count: number): string {
  return `Left ${countText(count, 'duplicate')} as ${count === 1 ? 'it is' : 'they are'}: a note would be too long.`;
}
