import { NEW_LINK_HIGHLIGHT_MS } from '@foldmark/contract/limits';

import type { ClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';

/** Highlights a new link for a short time. A list that contains it scrolls to it. */
export function highlightLink(newLink: ClientState['newLink'], key: Key): void {
  newLink.set(key);
  setTimeout(() => {
    if (newLink.get() === key) newLink.set(null);
  }, NEW_LINK_HIGHLIGHT_MS);
}
