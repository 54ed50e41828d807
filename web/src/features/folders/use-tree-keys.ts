import type { FocusEvent, KeyboardEvent, RefObject } from 'react';

import type { Key } from '#web/sync/library/keys.ts';
import { useRovingRows } from '#web/listing/use-roving-rows.ts';

import { parentRow, type TreeRow } from './tree-rows.ts';

interface TreeKeysOptions {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly rows: readonly TreeRow[];
  readonly rowHeight: number;
  readonly show: (index: number) => void;
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
}

interface TreeKeys {
  readonly current: number;
  readonly onFocus: (event: FocusEvent) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

/**
 * Keyboard support for a tree. Right expands a folder; Left collapses it or moves to its parent. In any other case, the keys
 * work as in a flat list.
 */
export function useTreeKeys({ scrollerRef, rows, rowHeight, show, setExpanded }: TreeKeysOptions): TreeKeys {
  const toggle = (index: number) => {
    const row = rows[index];
    if (row !== undefined && row.isExpanded !== null) setExpanded([row.folder], !row.isExpanded);
  };
  const roving = useRovingRows({
    scrollerRef,
    count: rows.length,
    rowHeight,
    items: rows,
    show,
    onSelect: toggle,
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target } = event;
    const index = target instanceof HTMLElement ? Number(target.dataset['row'] ?? -1) : -1;
    const expanded = rows[index]?.isExpanded ?? null;
    const parent = parentRow(rows, index);
    if ((key === 'ArrowRight' && expanded === false) || (key === 'ArrowLeft' && expanded === true)) {
      toggle(index);
    } else if (key === 'ArrowLeft' && parent !== null) {
      roving.goTo(parent);
    } else {
      roving.onKeyDown(event);
      return;
    }
    event.preventDefault();
  };
  return { current: roving.current, onFocus: roving.onFocus, onKeyDown };
}
