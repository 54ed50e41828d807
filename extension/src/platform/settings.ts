/** What the person has chosen in the options. */
export interface Settings {
  /** A click on the icon saves the page before the person has chosen anything. */
  readonly savesAtOnce: boolean;
}

const NAME = 'settings';

export async function readSettings(): Promise<Settings> {
  const stored: unknown = (await chrome.storage.local.get(NAME))[NAME];
  return { savesAtOnce: has(stored) && stored.savesAtOnce === true };
}

export async function writeSettings(settings: Settings): Promise<void> {
  await chrome.storage.local.set({ [NAME]: settings });
}

function has(stored: unknown): stored is { readonly savesAtOnce: unknown } {
  return typeof stored === 'object' && stored !== null && 'savesAtOnce' in stored;
}
