import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import {
  useAsides,
  useCanStore,
  useIsBehind,
  useIsOnline,
  useIsSlow,
  useRetry,
  useUnsent,
} from '#web/hooks/library-hooks.ts';
import { countText } from '#web/sync/count-text.ts';
import { useClientState } from '#web/state/client-state.ts';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import styles from './connection-banner.module.css';
import { nextSending, NOTHING_TO_SEND, type Sending } from './sending.ts';

/** How long the banner says that the changes were sent. */
const SENT_SHOWN_MS = 4000;

/**
 * Shows while the browser is offline, while the server does not answer, while it sends what was changed offline, while there are changes that the server could not
 * make, and while the library can't load changes.
 */
export function ConnectionBanner() {
  const isBehind = useIsBehind();
  const isSlow = useIsSlow();
  const unsent = useUnsent();
  const canStore = useCanStore();
  const unsaved = useAsides().length;
  const { popup } = useClientState();
  const retry = useRetry();
  const sending = useSending(useIsOnline(), unsent);
  const show = () => {
    popup.set({ kind: 'unsaved' });
  };
  return (
    <div role="status">
      {bannerOf({
        sending,
        offline: offlineText(unsent, canStore),
        unsaved,
        unsent,
        isBehind,
        isSlow,
        retry,
        show,
      })}
    </div>
  );
}

interface BannerState {
  readonly sending: Sending;
  /** What it says while the browser is offline. */
  readonly offline: string;
  readonly unsaved: number;
  readonly isBehind: boolean;
  readonly isSlow: boolean;
  readonly unsent: number;
  readonly retry: () => void;
  readonly show: () => void;
}

function bannerOf({
  sending,
  offline,
  unsaved,
  unsent,
  isBehind,
  isSlow,
  retry,
  show,
}: BannerState): ReactNode {
  const again = { label: 'Try again', run: retry };
  // Before the rest, because changes of what one of them creates stay unsent until the person decides.
  if (unsaved > 0 && sending.phase !== 'offline') {
    const text = `${countText(unsaved, 'change')} couldn't be saved.`;
    return <Banner icon={TriangleAlert} text={text} action={{ label: 'Show', run: show }} />;
  }
  if (isSlow && unsent > 0 && sending.phase !== 'offline') {
    const text = `The server doesn't answer. ${countText(unsent, 'change')} will be sent when it does.`;
    return <Banner icon={CloudUpload} text={text} />;
  }
  switch (sending.phase) {
    case 'offline':
      return <Banner icon={CloudOff} text={offline} action={again} />;
    case 'sending':
      return <Banner icon={CloudUpload} text={`Sending ${countText(sending.count, 'change')}...`} />;
    case 'sent':
      return <Banner icon={Check} text="Sent." />;
    case 'none':
      return isBehind ? (
        <Banner
          icon={CloudOff}
          text="Couldn't load changes from your other tabs and devices."
          action={again}
        />
      ) : null;
  }
}

interface BannerProps {
  readonly icon: typeof CloudOff;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void };
}

function Banner({ icon: Icon, text, action }: BannerProps) {
  return (
    <div className={styles.banner}>
      <Icon aria-hidden="true" />
      <p>{text}</p>
      {action === undefined ? null : (
        <button type="button" className={classNames(buttonStyles.button, styles.action)} onClick={action.run}>
          {action.label}
        </button>
      )}
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
