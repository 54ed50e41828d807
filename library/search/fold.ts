const NOT_ASCII = /[\u0080-\uffff]/;
/** Only Latin and Greek letters lose their marks. Else か would find が, and й would find и. */
const MARKED_LETTER = /([\p{Script=Latin}\p{Script=Greek} -~])[\u0300-\u036f]+/gu;
/** Letters that have no decomposition in Unicode, but that people type in another way. All are lower case. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  þ: 'th',
  ı: 'i',
  ё: 'е',
  ς: 'σ',
};
const SPELLED_LETTER = /[ßæœøłđþıёς]/g;
/** Characters without a look, which come along when a text is copied. */
const INVISIBLE = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';
const INVISIBLES = new RegExp(`[${INVISIBLE}]+`, 'g');
const COMBINING = '\\p{M}\\uff9e\\uff9f\\u1160-\\u11ff\\ud7b0-\\ud7ff\\u3130-\\u318f\\uffa0-\\uffdc';
/**
 * A character with all that can combine with it: marks, the voiced marks of half-width kana, and the vowels and final consonants
 * of Hangul. Invisible characters may stand between. An emoji has its skin colour, and what a joiner (U+200D) joins to it.
 * Folding a text cluster by cluster gives the same as folding it at once.
 */
const CLUSTER = new RegExp(`.(?:\\u200d.|[${COMBINING}${INVISIBLE}\\u{1f3fb}-\\u{1f3ff}])*`, 'gsu');
/** The lower case of İ has a mark. */
const WITH_MARKS = new RegExp(`[${COMBINING}${INVISIBLE}İ]`, 'u');

/** The form of a text in which search compares: case, accents, widths and ligatures make no difference. */
export function fold(text: string): string {
  // Most texts are ASCII. The engine returns the same string if it has no capitals, so that it is stored once.
  return NOT_ASCII.test(text) ? foldUnicode(text) : text.toLowerCase();
}

/** Whether folding the text can change more than each letter by itself. */
export function hasMarks(text: string): boolean {
  return NOT_ASCII.test(text) && WITH_MARKS.test(text);
}

/** A place in a text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

interface FoldedText {
  readonly text: string;
  /** The place in the original text of a part of the folded text. */
  readonly placeOf: (start: number, end: number) => Mark;
}

export function foldWithPlaces(original: string): FoldedText {
  if (!NOT_ASCII.test(original)) {
    return { text: original.toLowerCase(), placeOf: (start, end) => ({ start, end }) };
  }
  let text = '';
  // For each unit of the folded text, the cluster that it comes from.
  const starts: number[] = [];
  const ends: number[] = [];
  for (const { 0: cluster, index } of original.matchAll(CLUSTER)) {
    const part = foldUnicode(cluster);
    for (let unit = 0; unit < part.length; unit += 1) {
      starts.push(index);
      ends.push(index + cluster.length);
    }
    text += part;
  }
  return {
    text,
    placeOf: (start, end) => ({ start: starts[start] ?? 0, end: ends[end - 1] ?? original.length }),
  };
}

function foldUnicode(text: string): string {
  return text
    .replaceAll(INVISIBLES, '')
    .normalize('NFKD')
    .replaceAll(MARKED_LETTER, '$1')
    .toLowerCase()
    .normalize('NFC')
    .replaceAll(SPELLED_LETTER, (letter) => SPELLED[letter] ?? letter);
}
