import { clickableUrl } from '@foldmark/library/entities/link-text';

export type Where = 'this-tab' | 'new-tab';

/** Where a click or Enter opens a link: with Ctrl, Cmd, Shift or the middle button in a new tab, as on any page. */
export function whereOf(event: MouseEvent | KeyboardEvent): Where {
  const isMiddle = event instanceof MouseEvent && event.button === 1;
  return isMiddle || event.ctrlKey || event.metaKey || event.shiftKey ? 'new-tab' : 'this-tab';
}

/** Opens a link beside the panel, which stays. A panel that is a tab itself opens a new one. */
export async function openUrl(url: string, where: Where): Promise<void> {
  const target = clickableUrl(url);
  if (target === null) return;
  const own = await chrome.tabs.getCurrent();
  if (where === 'this-tab' && own === undefined) await chrome.tabs.update({ url: target });
  else await chrome.tabs.create({ url: target, active: where === 'this-tab' });
}
