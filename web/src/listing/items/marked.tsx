import type { ReactNode } from 'react';

import type { Mark } from '../row/marks.ts';
import styles from './marked.module.css';

/** Highlights the matches of the search in a text of a row. */
export function marked(text: string, marks: readonly Mark[]): ReactNode {
  if (marks.length === 0) return text;
  const ends = [0, ...marks.map(({ end }) => end)];
  return ends.flatMap((from, index) => {
    const mark = marks[index];
    if (mark === undefined) return text.slice(from);
    const { start, end } = mark;
    return [
      text.slice(from, start),
      // Keyed by its start, so that a match that grows with the next letter keeps its element.
      <mark key={start} className={styles.mark}>
        {text.slice(start, end)}
      </mark>,
    ];
  });
}
