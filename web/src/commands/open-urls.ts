import type { Toasts } from '#web/state/toasts.ts';
import { numberText } from '@foldmark/library/text/number-text';
import { openTabs } from '#web/ui/browser/open-tabs.ts';

/** Opens urls in new tabs. Shows a message if the browser blocks some of them. */
export function openUrls(urls: readonly string[], toasts: Toasts): void {
  const blocked = openTabs(urls);
  if (blocked === 0) return;
  const links = urls.length === 1 ? 'the link' : `${numberText(blocked)} of ${numberText(urls.length)} links`;
  toasts.show({
    title: `Your browser blocked ${links}. Allow pop-ups for this site, then try again.`,
    tone: 'error',
  });
}
