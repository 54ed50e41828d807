import type { Toasts } from '#web/state/toasts.ts';
import { countText } from '@foldmark/library/text/count-text';
import { copyText } from '#web/ui/browser/copy-text.ts';

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
