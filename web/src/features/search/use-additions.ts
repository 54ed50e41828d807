import { useEffect, useState } from 'react';

import { useActiveLinks } from '#web/hooks/library-hooks.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Key } from '@foldmark/library/memory/keys';

const NO_LINKS: readonly Key[] = [];

/** The links that were added since the text last changed. If they do not match, the list shows them first. */
export function useAdditions(text: string): readonly Key[] {
  const newLinks = useStore(useClientState().newLinks);
  // Links that were added before this search, which do not count.
  const [earlier] = useState(newLinks);
  const [added, setAdded] = useState({ text, links: NO_LINKS });
  if (added.links.length > 0 && added.text !== text) setAdded({ text, links: NO_LINKS });
  useEffect(() => {
    if (newLinks.length === 0 || newLinks === earlier) return;
    // oxlint-disable-next-line react/set-state-in-effect -- outlives the highlight, until the text changes
    setAdded((before) => ({ text, links: [...newLinks, ...before.links] }));
    // oxlint-disable-next-line react/exhaustive-deps -- the text at which the links were added
  }, [newLinks]);
  return useActiveLinks(added.links);
}
