import { PLEASE_LOG_IN } from '@foldmark/contract/failure-texts';
import { useEffect, useRef } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { useFailures } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';

import { ToastRegion } from './toast-region.tsx';

/** Shows toasts, including one for each background change that failed. */
export function Messages() {
  useLockedOut();
  const failures = useFailures();
  const { toasts } = useClientState();
  const shown = useRef(new Map<number, number>());
  useEffect(() => {
    for (const { id, title, messages, action, dismiss } of failures) {
      if (shown.current.has(id)) continue;
      const toast = toasts.show({
        title,
        details: messages,
        tone: 'error',
        ...(action === null ? {} : { action }),
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
  // At sign-out, removes the failures: their retries need the library. The login screen shows the refused changes.
  useEffect(() => {
    const open = shown.current;
    return () => {
      for (const toast of open.values()) toasts.remove(toast);
      open.clear();
    };
  }, [toasts]);
  return <ToastRegion />;
}

/** If the server refuses the user's token, asks the user to log in again. */
function useLockedOut(): void {
  const { lockedOut, session } = useServices();
  const { toasts, popup } = useClientState();
  const isLockedOut = useStore(lockedOut);
  useEffect(() => {
    if (!isLockedOut) return undefined;
    const dismiss = () => {
      lockedOut.set(false);
    };
    const toast = toasts.show({
      title: PLEASE_LOG_IN,
      tone: 'error',
      action: {
        label: 'Log in',
        run: () => {
          dismiss();
          popup.set(null);
          session.dispatch({ type: 'loginRequired' });
        },
      },
      onDismiss: dismiss,
    });
    return () => {
      toasts.remove(toast);
    };
  }, [isLockedOut, lockedOut, popup, session, toasts]);
}
