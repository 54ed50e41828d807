import type { Link } from '@foldmark/library/entities/entities';

import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';
import type { Created } from '#web/sync/changes/actions.ts';
import type { Outcome, Performed } from '#web/sync/changes/performed.ts';
import { useActions } from '#web/hooks/library-hooks.ts';
import { useRepeatable } from '#web/hooks/use-repeatable.ts';

import { trimAddress } from '../address.ts';
import { highlightLinks } from './highlight-links.ts';

interface NewLink {
  readonly url: string;
  /** Defaults to the title of the page. */
  readonly name?: string;
  readonly folder?: Key | undefined;
  /** The gesture that created the folder: one undo reverts both. */
  readonly step?: string | undefined;
}

interface CreatedLink {
  readonly key: Key;
  /** The temporary key of the link, and its id once the server has assigned one. */
  readonly keys: readonly Key[];
  /** The gesture, for its undo. */
  readonly gesture: Performed;
}

/** Creates a link with an optimistic update, and highlights it for a short time. */
export function useCreateLink(awaitedMs?: number): (link: NewLink) => Promise<Outcome<Link> & CreatedLink> {
  const actions = useActions();
  const { newLinks } = useClientState();
  const repeatable = useRepeatable<Link, Created<Link>>();
  return async ({ url, name = '', folder, step }) => {
    const address = trimAddress(url);
    const { id, key, outcome, finished } = repeatable(address, (repeats) =>
      actions.createLink(
        { url: address, folder },
        {
          isAwaited: true,
          repeats,
          ...(awaitedMs === undefined ? {} : { awaitedMs }),
          ...(step === undefined ? {} : { step }),
        },
      ),
    );
    const trimmedName = name.trim();
    // Not awaited: if only the name can't be saved, the link still exists. The failure shows its own toast.
    if (trimmedName !== '') actions.updateLink(key, { name: trimmedName }, { step: step ?? id });
    const result = await outcome;
    if (result.ok) highlightLinks(newLinks, [key]);
    const keys = result.ok && result.answer !== null ? [key, result.answer.link_id] : [key];
    return { ...result, key, keys, gesture: { id: step ?? id, outcome, finished } };
  };
}
