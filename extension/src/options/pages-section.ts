import { readSettings, writeSettings } from '#extension/platform/settings.ts';
import { h } from '#extension/ui/h.ts';

import { choice, section } from './section.ts';

const TABS = { permissions: ['tabs'] } satisfies chrome.permissions.Permissions;

/** What the extension does on pages. */
export function pagesSection(): HTMLElement {
  const showSaved = choice(
    'show-saved',
    'Show which pages I have saved',
    [
      'The icon gets a mark on a saved page, and you can save all tabs of a window. Your browser asks whether Foldmark may see the ',
      'addresses of your tabs. Foldmark compares them with the copy in this browser. ',
      h('strong', {}, 'It sends none of them.'),
    ],
    (isChecked) => {
      // A browser shows its question only if the click itself asks for it.
      const answered = isChecked ? chrome.permissions.request(TABS) : chrome.permissions.remove(TABS);
      // After a refusal, the box shows the permission as it is.
      void answered.catch(() => undefined).then(showPermission);
    },
  );
  const saveAtOnce = choice(
    'save-at-once',
    'Save at once when I click the icon',
    ['The page is saved before you choose folders or write a note. You can still do both, or undo it.'],
    (savesAtOnce) => void writeSettings({ savesAtOnce }),
  );

  const showPermission = async (): Promise<void> => {
    showSaved.box.checked = await chrome.permissions.contains(TABS);
  };
  const show = async (): Promise<void> => {
    saveAtOnce.box.checked = (await readSettings()).savesAtOnce;
    await showPermission();
  };
  chrome.permissions.onAdded.addListener(() => void showPermission());
  chrome.permissions.onRemoved.addListener(() => void showPermission());
  void show();
  return section('pages', 'Saving pages', showSaved.element, saveAtOnce.element);
}
