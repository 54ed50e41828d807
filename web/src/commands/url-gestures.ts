import type { Toasts } from '#web/state/toasts.ts';
import { countText } from '#web/sync/count-text.ts';
import { numberText } from '@foldmark/library/text/number-text';
import { copyText } from '#web/ui/copy-text.ts';
import { openTabs } from '#web/ui/open-tabs.ts';

/** Copies urls, one on each line, and shows a toast. */
export function copyUrls(urls: readonly string[], toasts: Toasts): void {
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
}

/** Opens urls in new tabs, and tells if the browser blocks some. */
export function openUrls(urls: readonly string[], toasts: Toasts): void {
  const blocked = openTabs(urls);
  if (blocked === 0) return;
  const links = urls.length === 1 ? 'the link' : `${numberText(blocked)} of ${numberText(urls.length)} links`;
  toasts.show({
    title: `Your browser blocked ${links}. Allow pop-ups for this site, then try again.`,
    tone: 'error',
  });
}
