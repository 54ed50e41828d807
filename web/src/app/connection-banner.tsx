import { CloudOff } from 'lucide-react';

import { useIsBehind, useIsOnline, useRetry, useUnsent } from '#web/hooks/library-hooks.ts';
import { countText } from '#web/listing/items/count-text.ts';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './connection-banner.module.css';

/** Shows while the browser is offline or the library can't load changes. */
export function ConnectionBanner() {
  const isOnline = useIsOnline();
  const isBehind = useIsBehind();
  const unsent = useUnsent();
  const retry = useRetry();
  const text = isOnline ? "Couldn't load changes from your other tabs and devices." : offlineText(unsent);
  return (
    <div aria-live="polite">
      {isOnline && !isBehind ? null : (
        <div className={styles.banner}>
          <CloudOff aria-hidden="true" />
          <p>{text}</p>
          <button type="button" className={classNames(buttonStyles.button, styles.retry)} onClick={retry}>
            Try again
          </button>
        </div>
      )}
    </div>
  );
}

function offlineText(unsent: number): string {
  return unsent === 0
    ? "You're offline. Changes can't be saved."
    : `You're offline. ${countText(unsent, 'change')} will be sent when you're back online.`;
}
