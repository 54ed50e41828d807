import type { ClientState } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';

const NEW_LINK_HIGHLIGHT_MS = 1500;

/** Highlights new links for a short time. A list that contains the first one scrolls to it. */
export function highlightLinks(newLinks: ClientState['newLinks'], keys: readonly Key[]): void {
  newLinks.set(keys);
  setTimeout(() => {
    if (newLinks.get() === keys) newLinks.set([]);
  }, NEW_LINK_HIGHLIGHT_MS);
}
