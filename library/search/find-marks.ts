import { foldWithPlaces, type Mark } from './fold.ts';
import { withReadableHosts } from './readable-url.ts';

/** The start of a url that rows hide. */
const HIDDEN_START = /^(?:https?:\/\/)?(?:www\.)?/;

/** Like `findMarks`, but for a url without its hidden start. A word can begin in the hidden start. */
export function findUrlMarks(text: string, needles: readonly string[]): readonly Mark[] {
  const rests = needles.flatMap((needle) => {
    const rest = needle.replace(HIDDEN_START, '');
    return rest === needle || rest === '' ? [] : rest;
  });
  return findMarks(text, needles, rests);
}

/**
 * Finds all occurrences of folded words in a text, as ranges of the original text, merged and sorted. A word inside of a punycode
 * label marks the whole label. `starts` are marked only at the start of the text.
 */
export function findMarks(
  text: string,
  needles: readonly string[],
  starts: readonly string[] = [],
): readonly Mark[] {
  const marks = marksIn(text, needles, starts);
  const readable = withReadableHosts(text);
  if (readable === null) return merge(marks);
  const inLetters = marksIn(readable.text, needles, starts).map(({ start, end }) =>
    readable.placeOf(start, end),
  );
  return merge([...marks, ...inLetters]);
}

function marksIn(text: string, needles: readonly string[], starts: readonly string[]): readonly Mark[] {
  const folded = foldWithPlaces(text);
  const marks = starts.flatMap((start) =>
    folded.text.startsWith(start) ? folded.placeOf(0, start.length) : [],
  );
  for (const needle of needles) {
    if (needle === '') continue;
    // Occurrences can overlap, like "ana" in "banana".
    for (let at = folded.text.indexOf(needle); at !== -1; at = folded.text.indexOf(needle, at + 1)) {
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
