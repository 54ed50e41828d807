import { type ReactNode, use } from 'react';

import { type Marks, MarksContext } from '../marks.ts';
import styles from './marked.module.css';

/** A text of a row, with the matches of the search highlighted. */
export function Marked({ children: text }: { readonly children: string }) {
  return marked(text, use(MarksContext));
}

/** The same for a component that reads the context itself. */
export function marked(text: string, marksOf: Marks): ReactNode {
  const marks = marksOf(text);
  if (marks.length === 0) return text;
  const ends = [0, ...marks.map(({ end }) => end)];
  return ends.flatMap((from, index) => {
    const mark = marks[index];
    if (mark === undefined) return text.slice(from);
    const { start, end } = mark;
    return [
      text.slice(from, start),
      // A match that gets longer with the next letter keeps its element.
      <mark key={start} className={styles.mark}>
        {text.slice(start, end)}
      </mark>,
    ];
  });
}
