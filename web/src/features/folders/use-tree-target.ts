import { type RefObject, useCallback } from 'react';

import { useCommandContext, useFocusTarget } from '#web/commands/command-context.ts';
import type { ItemTarget } from '#web/commands/command.ts';
import { rowOf } from '#web/listing/list/row-of.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import type { TreeRow } from './tree-rows.ts';

interface TreeTargetOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly rows: readonly TreeRow[];
  /** The folder whose page shows. */
  readonly shown: Key | null;
}

/** Returns what commands act on for a folder of the tree. Keys act on the focused folder. */
export function useTreeTarget({ scrollerRef, rows, shown }: TreeTargetOptions): (folder: Key) => ItemTarget {
  const { library, navigate } = useCommandContext();
  const targetOf = useCallback(
    (folder: Key): ItemTarget => {
      const { tree } = library;
      const parent = library.folder(tree.parent(folder));
      const isShown = shown !== null && tree.path(shown).includes(folder);
      return {
        items: itemsOf('folder', [folder]),
        where: 'tree',
        folder: null,
        isTrashed: false,
        // A folder in the trash has no page, so its page is left.
        onDone: () => {
          if (isShown && !library.tree.isVisible(folder))
            void navigate(parent === undefined ? '/' : `/folders/${parent.folder_id}`);
        },
      };
    },
    [library, navigate, shown],
  );
  useFocusTarget(scrollerRef, (at) => {
    const folder = rows[rowOf(at, scrollerRef.current) ?? -1]?.folder;
    if (folder === undefined) return null;
    return {
      targets: { item: targetOf(folder) },
      // A button of the row may show only while the row has the focus, so it could not get the focus back.
      onRun: () => at.closest<HTMLElement>('[data-row]')?.focus(),
    };
  });
  return targetOf;
}
