import { X } from 'lucide-react';
import { useEffect, useState } from 'react';

import { watchWaking } from '#web/sync/live/watch-waking.ts';
import { useServices } from '#web/hooks/services.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { reload } from '#web/ui/loading/reload.ts';

import styles from './update-notice.module.css';
import { whenLoaded } from './when-loaded.ts';
import { registerLater, registerWorker } from './worker.ts';

/** Registers the service worker, and shows a notice if there is a newer version. Only the user reloads the page. */
export function UpdateNotice() {
  const [isNewer, setNewer] = useNewerVersion();
  const [isReloading, setReloading] = useState(false);
  return (
    <div role="status" className={styles.region}>
      {isNewer ? (
        <div className={styles.notice}>
          <p>A new version of Foldmark is ready.</p>
          <button
            type="button"
            className={buttonClass('plain', styles.action)}
            disabled={isReloading}
            onClick={() => {
              setReloading(true);
              void reload();
            }}
          >
            Reload
          </button>
          <button
            type="button"
            className={buttonClass('plain', styles.close)}
            aria-label="Later"
            onClick={() => {
              setNewer(false);
            }}
          >
            <X aria-hidden="true" />
          </button>
        </div>
      ) : null}
    </div>
  );
}

function useNewerVersion() {
  const { report, library } = useServices();
  const state = useState(false);
  const [, setNewer] = state;
  useEffect(() => {
    // The dev server has no worker, and browsers allow none without https.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    let stopWatching: (() => void) | undefined;
    const ending = new AbortController();
    const register = async () => {
      const checkForUpdate = await registerWorker(navigator.serviceWorker, () => {
        setNewer(true);
      });
      // Browsers check for a new worker only at navigations. This also checks when a long-lived tab wakes up.
      stopWatching = watchWaking(document, SYSTEM_TIMERS, () => {
        checkForUpdate().catch(() => undefined);
      });
    };
    // The worker fetches all files of the app, and must not compete with the first load of a library.
    void whenLoaded(library, SYSTEM_TIMERS, ending.signal)
      .then(async () => registerLater(register, SYSTEM_TIMERS, ending.signal))
      .catch((error: unknown) => {
        report("The service worker couldn't be registered. The app won't start offline.", error);
      });
    return () => {
      ending.abort();
      stopWatching?.();
    };
  }, [report, library, setNewer]);
  return state;
}
