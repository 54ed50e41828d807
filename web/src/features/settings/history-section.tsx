import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { Button } from '#web/ui/buttons/button.tsx';
import { loadable } from '#web/ui/loading/loadable.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { Section } from './section.tsx';
import styles from './settings.module.css';

const { Component: History } = loadable(async () => (await import('./history.tsx')).History);

const NAME = 'history';

/** The user's actions on many items. The code and the list load when the user opens the section. */
export function HistorySection() {
  const { hash, key } = useLocation();
  const isWanted = hash === `#settings-${NAME}`;
  const [isOpenedHere, setOpen] = useState(false);
  const isOpen = isOpenedHere || isWanted;
  const sectionRef = useRef<HTMLElement>(null);
  useEffect(() => {
    if (isWanted) sectionRef.current?.scrollIntoView();
  }, [isWanted, key]);
  return (
    <Section ref={sectionRef} name={NAME} title="History">
      <p className={styles.text}>
        Undo what you did with many items at once, on any device, and what connected apps did, for 30 days.
      </p>
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
    </Section>
  );
}
