import { createContext, use, useEffect, useEffectEvent, useState } from 'react';

import { buttonClass } from '../buttons/button-class.ts';
import { classNames } from '../style/class-names.ts';
import styles from './not-loaded.module.css';
import { reload } from './reload.ts';

/** Where the message shows: in a page, over the page like a dialog, or nowhere, if the page works without the code. */
export type NotLoadedPlace = 'page' | 'over' | 'silent';

/** After the last delay, only a new connection or the user starts a retry. */
const RETRY_AFTER_MS = [0, 1000, 4000, 15_000, 60_000];

/** Closes the overlay that could not be loaded. Null if it can't be closed. */
export const CloseNotLoaded = createContext<(() => void) | null>(null);

interface NotLoadedProps {
  readonly place: NotLoadedPlace;
  readonly load: () => Promise<unknown>;
  readonly onLoaded: () => void;
}

/** Replaces code that could not be loaded, for example without a network before the service worker has stored it. */
export function NotLoaded({ place, load, onLoaded }: NotLoadedProps) {
  const close = use(CloseNotLoaded);
  const [failures, setFailures] = useState(1);
  const tryAgain = (): void => {
    load().then(onLoaded, () => {
      setFailures((count) => count + 1);
    });
  };
  const onTime = useEffectEvent(tryAgain);
  useEffect(() => {
    const pause = RETRY_AFTER_MS[failures];
    if (pause === undefined) return undefined;
    const timer = setTimeout(() => {
      onTime();
    }, pause);
    return () => {
      clearTimeout(timer);
    };
  }, [failures]);
  const onKeyDown = useEffectEvent(({ key }: KeyboardEvent) => {
    if (key === 'Escape') close?.();
  });
  useEffect(() => {
    const events = new AbortController();
    const { signal } = events;
    const startAgain = () => {
      setFailures(0);
    };
    addEventListener('online', startAgain, { signal });
    addEventListener(
      'keydown',
      (event) => {
        onKeyDown(event);
      },
      { signal },
    );
    return () => {
      events.abort();
    };
  }, []);
  if (place === 'silent') return null;
  // Read at each render, because each attempt renders and a new connection starts an attempt.
  const isOnline = navigator.onLine;
  return (
    <div className={classNames(styles.message, styles[place])} role="alert">
      <p>
        This part of Foldmark couldn't be loaded.{' '}
        {isOnline ? 'Try again, or reload the page.' : "It opens when you're back online."}
      </p>
      <div className={styles.actions}>
        {close === null ? null : <Action label="Cancel" onClick={close} />}
        {isOnline ? (
          <Action
            label="Reload"
            onClick={() => {
              void reload();
            }}
          />
        ) : null}
        <Action label="Try again" onClick={tryAgain} />
      </div>
    </div>
  );
}

/** A plain button, because the landing page loads this file. */
function Action({ label, onClick }: { readonly label: string; readonly onClick: () => void }) {
  return (
    <button type="button" className={buttonClass('outlined')} onClick={onClick}>
      {label}
    </button>
  );
}
