import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { useEffect, useState } from 'react';

import { useLink } from '#web/hooks/library-hooks.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Key } from '#web/sync/library/keys.ts';

/** The link that was added since the text has changed. The list shows it first if it does not match. Null if there is none. */
export function useAddition(text: string): Key | null {
  const [newLink = null] = useStore(useClientState().newLinks);
  // Added before the search.
  const [earlier] = useState(newLink);
  const [added, setAdded] = useState<{ readonly key: Key; readonly text: string } | null>(null);
  useEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect -- outlives the highlight, until the text changes
    if (newLink !== null && newLink !== earlier) setAdded({ key: newLink, text });
    // oxlint-disable-next-line react/exhaustive-deps -- the text at which the link was added
  }, [newLink]);
  const isActive = useLink(added?.key ?? 0)?.status_id === STATUS_ACTIVE;
  if (added === null || added.text !== text || !isActive) return null;
  return added.key;
}
