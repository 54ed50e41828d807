/** What the worker has done where no page could show it, with the action to undo it. */
export interface Told {
  readonly text: string;
  /** Null if there is nothing to undo. */
  readonly action: string | null;
}

const NAME = 'told';
/** Later, the person does not expect it any more. The history of the app can undo it longer. */
const UNDOABLE_MS = 10 * 60_000;
const NOTICE_MS = 30_000;

/** Lasts until the browser closes. */
export async function tell(told: Told): Promise<void> {
  await chrome.storage.session.set({ [NAME]: { ...told, at: Date.now() } });
}

/** The last one, for the popup and the panel. */
export async function lastTold(): Promise<Told | null> {
  const stored = (await chrome.storage.session.get(NAME))[NAME];
  if (!isTold(stored)) return null;
  return Date.now() - stored.at < (stored.action === null ? NOTICE_MS : UNDOABLE_MS) ? stored : null;
}

/** Calls the listener with each new one. */
export function listenForTold(listener: (told: Told) => void): void {
  chrome.storage.session.onChanged.addListener(({ [NAME]: told }) => {
    if (isTold(told?.newValue)) listener(told.newValue);
  });
}

/** It was undone. */
export async function forgetTold(): Promise<void> {
  await chrome.storage.session.remove(NAME);
}

function isTold(stored: unknown): stored is Told & { readonly at: number } {
  return (
    typeof stored === 'object' && stored !== null && 'text' in stored && 'action' in stored && 'at' in stored
  );
}
