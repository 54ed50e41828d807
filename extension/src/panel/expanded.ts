import { RECENT } from './panel-rows.ts';

const NAME = 'panel-expanded';

/** The ids of the expanded rows, as this browser had them last. */
export async function readExpanded(): Promise<Set<string>> {
  const stored: unknown = (await chrome.storage.local.get(NAME))[NAME];
  if (!Array.isArray(stored)) return new Set([RECENT]);
  return new Set(stored.filter((id) => typeof id === 'string'));
}

export async function writeExpanded(expanded: ReadonlySet<string>): Promise<void> {
  await chrome.storage.local.set({ [NAME]: [...expanded] });
}
