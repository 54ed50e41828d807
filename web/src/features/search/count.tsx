import { useEffect, useState } from 'react';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { numberText } from '@foldmark/library/text/number-text';

import styles from './count.module.css';

const SUGGESTED = (count: number) =>
  `${count === 1 ? '1 suggestion' : `${numberText(count)} suggestions`}. Press the down arrow to choose.`;

/** A screen reader announces the count when the user has stopped typing. */
const ANNOUNCE_AFTER_MS = 600;

/** The number of results, in the field. A screen reader also hears the hints. */
export function Count({ suggested }: { readonly suggested: number }) {
  const found = useStore(useClientState().found);
  const text = found === null ? '' : `${numberText(found.count)} of ${numberText(found.total)}`;
  const message = suggested === 0 ? `${text} ${found?.hints ?? ''}`.trim() : SUGGESTED(suggested);
  const [announced, setAnnounced] = useState('');
  useEffect(
    () =>
      SYSTEM_TIMERS.after(ANNOUNCE_AFTER_MS, () => {
        setAnnounced(message);
      }),
    [message, found?.text],
  );
  return (
    <>
      {/* Drawn by CSS, so that the count is in the page only once. */}
      <span className={styles.count} aria-hidden="true" data-count={text} />
      <span className={styles.announced} role="status">
        {announced}
      </span>
    </>
  );
}
