import { type RefObject, useCallback } from 'react';

import { useCommandContext, useFocusTarget } from '#web/commands/command-context.ts';
import type { ItemTarget } from '#web/commands/command.ts';
import { rowOf } from '#web/listing/list/row-of.ts';
import { leaveTrashedFolder } from '#web/listing/place/leave-trashed-folder.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import type { TreeRow } from './tree-rows.ts';

interface TreeTargetOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly rows: readonly TreeRow[];
}

/** Returns what commands act on for a folder of the tree. Keys act on the focused folder. */
export function useTreeTarget({ scrollerRef, rows }: TreeTargetOptions): (folder: Key) => ItemTarget {
  const { library, navigate } = useCommandContext();
  const targetOf = useCallback(
    (folder: Key): ItemTarget => ({
      items: itemsOf('folder', [folder]),
      where: 'tree',
      folder: null,
      isTrashed: false,
      onDone: () => {
        leaveTrashedFolder(folder, { library, navigate });
      },
    }),
    [library, navigate],
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
