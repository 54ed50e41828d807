import { useCallback, useEffect, useState } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useSession } from '#web/hooks/services.ts';
import { useClientState } from '#web/state/client-state.ts';

import { readTreeState, writeTreeState, type TreeState } from './tree-state.ts';

interface StoredTreeState {
  readonly isOpen: boolean;
  readonly setOpen: (isOpen: boolean) => void;
  readonly isExpanded: (folder: Key) => boolean;
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
}

/** Which parts of the tree are open. Stored, so that the next visit restores them. */
export function useTreeState(): StoredTreeState {
  const library = useLibrary();
  const uid = useSession().firebaseUser?.uid ?? '';
  const { opensTree } = useClientState();
  const [state, setState] = useState(() => {
    const stored = readTreeState(() => localStorage, uid);
    return { ...stored, isOpen: stored.isOpen || opensTree.get() };
  });

  const change = useCallback(
    (next: (before: TreeState) => TreeState) => {
      setState((before) => {
        const after = next(before);
        writeTreeState(() => localStorage, uid, after);
        return after;
      });
    },
    [uid],
  );

  useEffect(() => {
    // The state has been initialized with it.
    opensTree.set(false);
    return opensTree.subscribe(() => {
      if (!opensTree.get()) return;
      opensTree.set(false);
      change((before) => ({ ...before, isOpen: true }));
    });
  }, [opensTree, change]);

  const idOf = useCallback((folder: Key) => library.tables.keys.idOf('folder', folder) ?? folder, [library]);

  return {
    isOpen: state.isOpen,
    setOpen: (isOpen) => {
      change((before) => ({ ...before, isOpen }));
    },
    isExpanded: useCallback((folder) => state.expanded.has(idOf(folder)), [state.expanded, idOf]),
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
