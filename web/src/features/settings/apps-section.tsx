import { Suspense, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { Button } from '#web/ui/buttons/button.tsx';
import { loadable } from '#web/ui/loading/loadable.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { appsNotice } from './app-texts.ts';
import { Section } from './section.tsx';
import styles from './settings.module.css';
import { useApps } from './use-apps.ts';

const { Component: ConnectedApps } = loadable(
  async () => (await import('./connected-apps.tsx')).ConnectedApps,
);

const NAME = 'apps';

/** Programs with an access token. Tells on every device if one was connected lately; the list opens on demand. */
export function AppsSection() {
  const { hash, key } = useLocation();
  const isWanted = hash === `#settings-${NAME}`;
  const [isOpenedHere, setOpen] = useState(false);
  const isOpen = isOpenedHere || isWanted;
  const sectionRef = useRef<HTMLElement>(null);
  const list = useApps();
  useEffect(() => {
    if (isWanted) sectionRef.current?.scrollIntoView();
  }, [isWanted, key]);
  return (
    <Section ref={sectionRef} name={NAME} title="Connected apps">
      <p className={styles.text}>Scripts, shortcuts and other programs that may use your library.</p>
      {isOpen ? (
        <Suspense fallback={<Spinner label="Loading" />}>
          <ConnectedApps list={list} />
        </Suspense>
      ) : (
        <div className={styles.actions}>
          <Button
            kind="outlined"
            onPress={() => {
              setOpen(true);
            }}
          >
            Show connected apps
          </Button>
          <p className={styles.text} role="status" dir="auto">
            {list.apps === null ? '' : appsNotice(list.apps, list.at)}
          </p>
        </div>
      )}
    </Section>
  );
}
