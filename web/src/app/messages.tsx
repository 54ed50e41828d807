import { useEffect, useRef } from 'react';

import { useClientState } from '#web/data/client/client-state.ts';
import { useFailures } from '#web/data/react/library-hooks.ts';

import { ToastRegion } from './layout/toast-region.tsx';

/** What happened out of sight, and the changes that failed while nobody was waiting for them. */
export function Messages() {
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
  return <ToastRegion />;
}
