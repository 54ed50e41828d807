import { Check, CloudOff, CloudUpload } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import { useCanStore, useIsBehind, useIsOnline, useRetry, useUnsent } from '#web/hooks/library-hooks.ts';
import { countText } from '#web/listing/items/count-text.ts';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './connection-banner.module.css';
import { nextSending, NOTHING_TO_SEND, type Sending } from './sending.ts';

/** How long the banner says that the changes were sent. */
const SENT_SHOWN_MS = 4000;

/** Shows while the browser is offline, while it sends what was changed offline, and while the library can't load changes. */
export function ConnectionBanner() {
  const isBehind = useIsBehind();
  const unsent = useUnsent();
  const canStore = useCanStore();
  const sending = useSending(useIsOnline(), unsent);
  return <div role="status">{bannerOf(sending, offlineText(unsent, canStore), isBehind)}</div>;
}

function bannerOf(sending: Sending, offline: string, isBehind: boolean): ReactNode {
  switch (sending.phase) {
    case 'offline':
      return <Banner icon={CloudOff} text={offline} canRetry />;
    case 'sending':
      return <Banner icon={CloudUpload} text={`Sending ${countText(sending.count, 'change')}...`} />;
    case 'sent':
      return <Banner icon={Check} text="Sent." />;
    case 'none':
      return isBehind ? (
        <Banner icon={CloudOff} text="Couldn't load changes from your other tabs and devices." canRetry />
      ) : null;
  }
}

interface BannerProps {
  readonly icon: typeof CloudOff;
  readonly text: string;
  readonly canRetry?: boolean;
}

function Banner({ icon: Icon, text, canRetry = false }: BannerProps) {
  const retry = useRetry();
  return (
    <div className={styles.banner}>
      <Icon aria-hidden="true" />
      <p>{text}</p>
      {canRetry ? (
        <button type="button" className={classNames(buttonStyles.button, styles.retry)} onClick={retry}>
          Try again
        </button>
      ) : null}
    </div>
  );
}

function useSending(isOnline: boolean, unsent: number): Sending {
  const [sending, setSending] = useState(NOTHING_TO_SEND);
  const next = nextSending(sending, { isOnline, unsent });
  if (next !== sending) setSending(next);
  useEffect(() => {
    if (next.phase !== 'sent') return undefined;
    const timer = setTimeout(() => {
      setSending(NOTHING_TO_SEND);
    }, SENT_SHOWN_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [next.phase]);
  return next;
}

function offlineText(unsent: number, canStore: boolean): string {
  const start = canStore
    ? "You're offline."
    : "You're offline, and this browser can't store changes. Keep this tab open.";
  const kept = canStore ? 'Changes are kept and sent' : 'Changes are sent';
  const changes = unsent === 0 ? kept : `${countText(unsent, 'change')} will be sent`;
  return `${start} ${changes} when you're back online.`;
}
