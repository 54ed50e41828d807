import { lazy, Suspense, useState } from 'react';

import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';

import styles from './settings.module.css';

const History = lazy(async () => ({ default: (await import('./history.tsx')).History }));

/** What the user did with many items at once. The code and the list load when they are opened. */
export function HistorySection() {
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.card} aria-labelledby="settings-history">
      <h2 id="settings-history">History</h2>
      <p className={styles.text}>Undo what you did with many items at once, on any device, for 30 days.</p>
      {isOpen ? (
        <Suspense fallback={<Spinner label="Loading" />}>
          <History />
        </Suspense>
      ) : (
        <div className={styles.actions}>
          <Button
            kind="outlined"
            onPress={() => {
              setOpen(true);
            }}
          >
            Show history
          </Button>
        </div>
      )}
    </section>
  );
}
