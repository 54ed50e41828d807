import type { KeyboardEvent } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import type { ListController } from '#web/listing/list/list-controller.ts';
import { rowKeys } from '#web/listing/list/row-keys.ts';

import { parentRow, type TreeRow } from './tree-rows.ts';

interface TreeKeysOptions {
  readonly controller: ListController;
  readonly rows: readonly TreeRow[];
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
}

/**
 * The keys of a tree. Right expands a folder; Left collapses it or moves to its parent. In any other case, the keys work as in a
 * flat list.
 */
export function useTreeKeys(options: TreeKeysOptions): (event: KeyboardEvent<HTMLElement>) => void {
  const { controller, rows, setExpanded } = options;
  const toggle = (index: number) => {
    const row = rows[index];
    if (row !== undefined && row.isExpanded !== null) setExpanded([row.folder], !row.isExpanded);
  };
  const onRowKey = rowKeys(controller, toggle);
  return (event) => {
    const { key, target } = event;
    const index = target instanceof HTMLElement ? Number(target.dataset['row'] ?? -1) : -1;
    const expanded = rows[index]?.isExpanded ?? null;
    const parent = parentRow(rows, index);
    if ((key === 'ArrowRight' && expanded === false) || (key === 'ArrowLeft' && expanded === true)) {
      toggle(index);
    } else if (key === 'ArrowLeft' && parent !== null) {
      controller.moveTo(parent);
    } else {
      onRowKey(event);
      return;
    }
    event.preventDefault();
  };
}
