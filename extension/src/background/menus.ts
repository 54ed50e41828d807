/** The entries that Foldmark adds to the menus of the browser. */
export type MenuId = 'save-page' | 'save-link' | 'save-selection' | 'save-tabs' | 'open-panel';

type MenuEntry = chrome.contextMenus.CreateProperties & { readonly id: MenuId };

/** Pages of the browser and local files can't be saved from a menu. */
const WEB = ['http://*/*', 'https://*/*'];

export function menuEntries(panel: 'side panel' | 'sidebar'): readonly MenuEntry[] {
  return [
    { id: 'save-page', title: 'Save page to Foldmark', contexts: ['page'], documentUrlPatterns: WEB },
    { id: 'save-link', title: 'Save link to Foldmark', contexts: ['link'], targetUrlPatterns: WEB },
    {
      id: 'save-selection',
      title: 'Save page to Foldmark, with the selection as note',
      contexts: ['selection'],
      documentUrlPatterns: WEB,
    },
    { id: 'save-tabs', title: 'Save all tabs in this window', contexts: ['action'] },
    { id: 'open-panel', title: `Open the ${panel}`, contexts: ['action'] },
  ];
}

const IDS: ReadonlySet<unknown> = new Set(menuEntries('sidebar').map(({ id }) => id));

export function isMenuId(id: unknown): id is MenuId {
  return IDS.has(id);
}
