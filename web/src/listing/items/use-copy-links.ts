import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { copyText } from '#web/ui/copy-text.ts';

import { countText } from '#web/sync/count-text.ts';

/** Returns a function that copies urls, one on each line, and shows a toast. */
export function useCopyLinks(): (urls: readonly string[]) => void {
  const { toasts } = useClientState();
  return useCallback(
    (urls) => {
      copyText(urls.join('\n')).then(
        () => {
          toasts.show({
            title: urls.length === 1 ? 'Link copied.' : `${countText(urls.length, 'link')} copied.`,
          });
        },
        () => {
          toasts.show({ title: 'Your browser blocked copying.', tone: 'error' });
        },
      );
    },
    [toasts],
  );
}
