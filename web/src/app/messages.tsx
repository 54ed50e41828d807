import { PLEASE_LOG_IN } from '@foldmark/contract/failures';
import { useEffect, useRef } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { useFailures } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';

import { ToastRegion } from './layout/toast-region.tsx';

/** What happened out of sight, and the changes that failed while nobody was waiting for them. */
export function Messages() {
  useLockedOut();
  const failures = useFailures();
  const { toasts } = useClientState();
  const shown = useRef(new Map<number, number>());
  useEffect(() => {
    for (const { id, title, messages, retry, dismiss } of failures) {
      if (shown.current.has(id)) continue;
      const toast = toasts.show({
        title,
        details: messages,
        tone: 'error',
        action: { label: 'Try again', run: retry },
        onDismiss: dismiss,
      });
      shown.current.set(id, toast);
    }
    const open = new Set(failures.map(({ id }) => id));
    for (const [id, toast] of shown.current) {
      if (open.has(id)) continue;
      toasts.remove(toast);
      shown.current.delete(id);
    }
  }, [failures, toasts]);
  // What could be tried again goes with its library; the login screen tells of what was refused.
  useEffect(() => {
    const open = shown.current;
    return () => {
      for (const toast of open.values()) toasts.remove(toast);
      open.clear();
    };
  }, [toasts]);
  return <ToastRegion />;
}

/** The server's own words say what to do; this is the way there. */
function useLockedOut(): void {
  const { lockedOut, session } = useServices();
  const { toasts, popup } = useClientState();
  const isLockedOut = useStore(lockedOut);
  useEffect(() => {
    if (!isLockedOut) return undefined;
    const settle = () => {
      lockedOut.set(false);
    };
    const toast = toasts.show({
      title: PLEASE_LOG_IN,
      tone: 'error',
      action: {
        label: 'Log in',
        run: () => {
          settle();
          popup.set(null);
          session.requireLogin();
        },
      },
      onDismiss: settle,
    });
    return () => {
      toasts.remove(toast);
    };
  }, [isLockedOut, lockedOut, popup, session, toasts]);
}
