import { useCallback, useState } from 'react';

import type { Key } from '#web/sync/library/keys.ts';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useSession } from '#web/hooks/services.ts';

import { readTreeMemory, writeTreeMemory, type TreeMemory } from './tree-memory.ts';

interface RememberedTree {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly isExpanded: (folder: Key) => boolean;
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
}

/** What of the tree is open, now and at the next visit. */
export function useTreeMemory(): RememberedTree {
  const library = useLibrary();
  const uid = useSession().firebaseUser?.uid ?? '';
  const [memory, setMemory] = useState(() => readTreeMemory(() => localStorage, uid));

  const change = useCallback(
    (next: (before: TreeMemory) => TreeMemory) => {
      setMemory((before) => {
        const after = next(before);
        writeTreeMemory(() => localStorage, uid, after);
        return after;
      });
    },
    [uid],
  );

  const idOf = useCallback((folder: Key) => library.tables.keys.idOf('folder', folder) ?? folder, [library]);

  return {
    isOpen: memory.isOpen,
    setOpen: (isOpen) => {
      change((before) => ({ ...before, isOpen }));
    },
    isExpanded: useCallback((folder) => memory.expanded.has(idOf(folder)), [memory.expanded, idOf]),
    setExpanded: useCallback(
      (folders, isExpanded) => {
        change((before) => {
          const expanded = new Set(before.expanded);
          for (const folder of folders) {
            if (isExpanded) expanded.add(idOf(folder));
            else expanded.delete(idOf(folder));
          }
          return { ...before, expanded };
        });
      },
      [change, idOf],
    ),
  };
}
