import { foldWithPlaces, type Mark } from './fold.ts';
import { withReadableHosts } from './readable-url.ts';

/**
 * Finds all occurrences of folded words in a text, as places in the text itself. The places are merged and sorted. A word in the
 * letters of a punycode label marks the whole label.
 */
export function findMarks(text: string, needles: readonly string[]): readonly Mark[] {
  const marks = marksIn(text, needles);
  const readable = withReadableHosts(text);
  if (readable === null) return merge(marks);
  const inLetters = marksIn(readable.text, needles).map(({ start, end }) => readable.placeOf(start, end));
  return merge([...marks, ...inLetters]);
}

function marksIn(text: string, needles: readonly string[]): readonly Mark[] {
  const folded = foldWithPlaces(text);
  const marks: Mark[] = [];
  for (const needle of needles) {
    if (needle === '') continue;
    for (
      let at = folded.text.indexOf(needle);
      at !== -1;
      at = folded.text.indexOf(needle, at + needle.length)
    ) {
      marks.push(folded.placeOf(at, at + needle.length));
    }
  }
  return marks;
}

function merge(marks: readonly Mark[]): readonly Mark[] {
  const merged: Mark[] = [];
  for (const mark of marks.toSorted((left, right) => left.start - right.start)) {
    const last = merged.at(-1);
    if (last === undefined || mark.start > last.end) merged.push(mark);
    else if (mark.end > last.end) merged[merged.length - 1] = { start: last.start, end: mark.end };
  }
  return merged;
}
