import { use } from 'react';

import { MarksContext } from '../marks.ts';
import styles from './marked.module.css';

/** A text of a row, with the matches of the search highlighted. */
export function Marked({ children: text }: { readonly children: string }) {
  const marks = use(MarksContext)(text);
  if (marks.length === 0) return text;
  const starts = [0, ...marks.map(({ end }) => end)];
  return (
    <>
      {starts.map((from, index) => {
        const mark = marks[index];
        return (
          <span key={from}>
            {text.slice(from, mark?.start)}
            {mark === undefined ? null : (
              <mark className={styles.mark}>{text.slice(mark.start, mark.end)}</mark>
            )}
          </span>
        );
      })}
    </>
  );
}
