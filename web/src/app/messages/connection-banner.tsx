import { Check, CloudOff, CloudUpload, TriangleAlert } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

import {
  useAsides,
  useCanStore,
  useIsBehind,
  useIsOnline,
  useIsSlow,
  useOpenLibrary,
  useRetry,
  useUnsent,
} from '#web/hooks/library-hooks.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';
import { useFirestore } from '#web/hooks/use-firestore.ts';
import { countText } from '@foldmark/library/text/count-text';
import { useClientState } from '#web/state/client-state.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { overlay } from '#web/ui/loading/loadable.tsx';
import styles from '#web/ui/pages/banner.module.css';

import { nextSending, NOTHING_TO_SEND, type Sending } from './sending.ts';

/** How long the banner says that the changes were sent. */
const SENT_SHOWN_MS = 4000;

const { Component: LiveStatus } = overlay(
  async () => (await import('#web/hooks/live-status.tsx')).LiveStatus,
  'silent',
);

/** Says what keeps changes from being sent or from arriving. The first banner that applies shows. */
export function ConnectionBanner() {
  const isSlow = useIsSlow();
  const unsent = useUnsent();
  const canStore = useCanStore();
  const unsaved = useAsides().length;
  const { popup } = useClientState();
  const again = { label: 'Try again', run: useRetry() };
  const sending = useSending(useIsOnline(), unsent);
  const show = () => {
    popup.set({ kind: 'unsaved' });
  };
  const banners: readonly (BannerProps | null)[] = [
    sending.phase === 'offline'
      ? { icon: CloudOff, text: offlineText(unsent, canStore), action: again }
      : null,
    // First, because changes of an item that one of them creates stay unsent until the user decides.
    unsaved > 0
      ? {
          icon: TriangleAlert,
          text: `${countText(unsaved, 'change')} couldn't be saved.`,
          action: { label: 'Show', run: show },
        }
      : null,
    isSlow && unsent > 0
      ? {
          icon: CloudUpload,
          text: `The server doesn't answer. ${countText(unsent, 'change')} will be sent when it does.`,
        }
      : null,
    sending.phase === 'sending'
      ? { icon: CloudUpload, text: `Sending ${countText(sending.count, 'change')}...` }
      : null,
    sending.phase === 'sent' ? { icon: Check, text: 'Sent.' } : null,
  ];
  const banner = banners.find((one) => one !== null);
  const behind = (
    <Banner icon={CloudOff} text="Couldn't load changes from your other tabs and devices." action={again} />
  );
  return (
    <div role="status">
      {banner ? <Banner {...banner} /> : null}
      {/* Stays mounted: reactfire keeps what each mounted component observes. */}
      <WhileBehind>{banner ? null : behind}</WhileBehind>
    </div>
  );
}

function WhileBehind({ children }: { readonly children: ReactNode }) {
  const { isBehind } = useOpenLibrary();
  const firestore = useFirestore();
  const isBehindNow = useIsBehind();
  if (firestore !== null) {
    return (
      <LiveStatus app={firestore.app} isBehind={isBehind}>
        {children}
      </LiveStatus>
    );
  }
  // Without Firestore, the SDK could not be loaded, so reactfire has nothing to observe.
  return isBehindNow ? children : null;
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
        <button type="button" className={buttonClass('plain', styles.action)} onClick={action.run}>
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
    return SYSTEM_TIMERS.after(SENT_SHOWN_MS, () => {
      setSending(NOTHING_TO_SEND);
    });
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
