import { useCallback, useState } from 'react';
import { useLocation } from 'react-router-dom';

/** Keeps the user's input for this history entry, so that Back from another page restores it. */
export function useEntryDraft<T>(drafts: Map<string, T>) {
  const { key } = useLocation();
  const [draft] = useState(() => drafts.get(key));
  const keep = useCallback(
    (entered: T | null) => {
      if (entered === null) drafts.delete(key);
      else drafts.set(key, entered);
    },
    [drafts, key],
  );
  return { draft, keep };
}
