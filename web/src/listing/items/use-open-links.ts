import { useCallback } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { openTabs } from '#web/ui/open-tabs.ts';
import { numberText } from '@foldmark/library/text/number-text';

/** Returns a function that opens urls in new tabs, and tells if the browser blocks some. */
export function useOpenLinks(): (urls: readonly string[]) => void {
  const { toasts } = useClientState();
  return useCallback(
    (urls) => {
      const blocked = openTabs(urls);
      if (blocked === 0) return;
      const links =
        urls.length === 1 ? 'the link' : `${numberText(blocked)} of ${numberText(urls.length)} links`;
      toasts.show({
        title: `Your browser blocked ${links}. Allow pop-ups for this site, then try again.`,
        tone: 'error',
      });
    },
    [toasts],
  );
}
