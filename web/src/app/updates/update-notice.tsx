import { X } from 'lucide-react';
import { useEffect, useState } from 'react';

import { watchWaking } from '#web/sync/live/watch-waking.ts';
import { useServices } from '#web/hooks/services.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './update-notice.module.css';
import { registerWorker, reloadToNewest } from './worker.ts';

/** By then the library is there, and what the worker keeps has been fetched already for the most part. */
const REST_MS = 3000;

/** Keeps the app at hand for a start without a network, and says when there is a newer version. It never reloads by itself. */
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
            className={classNames(buttonStyles.button, styles.action)}
            disabled={isReloading}
            onClick={() => {
              setReloading(true);
              void reloadToNewest(navigator.serviceWorker, () => {
                location.reload();
              });
            }}
          >
            Reload
          </button>
          <button
            type="button"
            className={classNames(buttonStyles.button, styles.close)}
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
  const { report } = useServices();
  const state = useState(false);
  const [, setNewer] = state;
  useEffect(() => {
    // The dev server has no worker, and a page without https may have none.
    if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return undefined;
    let stopWatching: (() => void) | undefined;
    const register = async () => {
      const look = await registerWorker(navigator.serviceWorker, () => {
        setNewer(true);
      });
      // A tab that stays open for weeks navigates nowhere, which is when a browser looks by itself.
      stopWatching = watchWaking(document, SYSTEM_TIMERS, () => {
        look().catch(() => undefined);
      });
    };
    const timer = setTimeout(() => {
      register().catch((error: unknown) => {
        report('The app cannot be kept for a start without a network.', error);
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stopWatching?.();
    };
  }, [report, setNewer]);
  return state;
}
