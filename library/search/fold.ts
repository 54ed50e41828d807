const NOT_ASCII = /[\u0080-\uffff]/;
/** Only Latin and Greek letters lose their marks. Otherwise か would find が, and й would find и. */
const MARKED_LETTER = /([\p{Script=Latin}\p{Script=Greek} -~])[\u0300-\u036f]+/gu;
/** Letters without a Unicode decomposition that users type in another way. All are in lower case. */
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
/** Invisible characters that a copied text can contain. */
const INVISIBLE = '\\u00ad\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff';
const INVISIBLES = new RegExp(`[${INVISIBLE}]+`, 'g');
const COMBINING = '\\p{M}\\uff9e\\uff9f\\u1160-\\u11ff\\ud7b0-\\ud7ff\\u3130-\\u318f\\uffa0-\\uffdc';
/**
 * A character with everything that can combine with it: marks, the voiced marks of half-width kana, and the vowels and final
 * consonants of Hangul. Invisible characters may be in between. An emoji includes its skin colour, and anything joined by U+200D.
 * Folding cluster by cluster gives the same result as folding the whole text.
 */
const CLUSTER = new RegExp(`.(?:\\u200d.|[${COMBINING}${INVISIBLE}\\u{1f3fb}-\\u{1f3ff}])*`, 'gsu');
/** Includes İ, whose lower case has a mark. */
const WITH_MARKS = new RegExp(`[${COMBINING}${INVISIBLE}İ]`, 'u');

/** The form in which search compares texts. Case, accents, widths and ligatures make no difference. */
export function fold(text: string): string {
  // Most texts are ASCII. The engine returns the same string if it has no capitals, so the text is stored only once.
  return NOT_ASCII.test(text) ? foldUnicode(text) : text.toLowerCase();
}

/** Whether folding the text can combine letters, rather than change each one by itself. */
export function hasMarks(text: string): boolean {
  return NOT_ASCII.test(text) && WITH_MARKS.test(text);
}

/** A range of a text, in UTF-16 units. */
export interface Mark {
  readonly start: number;
  readonly end: number;
}

interface FoldedText {
  readonly text: string;
  /** The range of the original text for a range of the folded text. */
  readonly placeOf: (start: number, end: number) => Mark;
}

export function foldWithPlaces(original: string): FoldedText {
  if (!NOT_ASCII.test(original)) {
    return { text: original.toLowerCase(), placeOf: (start, end) => ({ start, end }) };
  }
  let text = '';
  // The cluster that each unit of the folded text comes from.
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
