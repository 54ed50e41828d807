import type { Link } from '@foldmark/contract/entities';
import { NEW_LINK_HIGHLIGHT_MS } from '@foldmark/contract/limits';

import { type ClientState, useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Outcome } from '#web/sync/changes/performed.ts';
import { useActions } from '#web/hooks/library-hooks.ts';

interface NewLink {
  readonly url: string;
  /** By default, the title of the page. */
  readonly name?: string;
  readonly folder?: Key | undefined;
}

/** Creates a link with an optimistic update, and highlights it for a short time. */
export function useCreateLink(): (link: NewLink) => Promise<Outcome<Link> & { readonly key: Key }> {
  const actions = useActions();
  const { newLink } = useClientState();
  return async ({ url, name = '', folder }) => {
    const { id, key, outcome } = actions.createLink({ url, folder }, { isAwaited: true });
    const trimmedName = name.trim();
    // Not awaited: if only the name can't be saved, the link still exists. The failure shows its own toast.
    if (trimmedName !== '') actions.updateLink(key, { name: trimmedName }, { step: id });
    const result = await outcome;
    if (result.ok) highlight(newLink, key);
    return { ...result, key };
  };
}

function highlight(newLink: ClientState['newLink'], key: Key): void {
  newLink.set(key);
  setTimeout(() => {
    if (newLink.get() === key) newLink.set(null);
  }, NEW_LINK_HIGHLIGHT_MS);
}
