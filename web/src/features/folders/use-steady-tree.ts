import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import { rowsToScroll } from '#web/listing/list/visible-range.ts';

import type { TreeRow } from './tree-rows.ts';

interface SteadyTreeOptions {
  readonly scrollerRef: RefObject<HTMLElement | null>;
  readonly tree: FolderTree;
  readonly rows: readonly TreeRow[];
  readonly rowHeight: number;
  /** The number of rendered rows. */
  readonly visible: number;
}

/** Folders that come or go above the visible rows do not move those. A folder that the user expands moves the rows below it. */
export function useSteadyTree({ scrollerRef, tree, rows, rowHeight, visible }: SteadyTreeOptions): void {
  /** The rows above the visible ones. */
  const top = useRef(0);
  const before = useRef({ tree, rows });
  const isEmpty = rows.length === 0;

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || isEmpty) return undefined;
    const onScroll = () => {
      top.current = scroller.scrollTop / rowHeight;
    };
    scroller.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', onScroll);
    };
  }, [scrollerRef, isEmpty, rowHeight]);

  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    const { tree: treeBefore, rows: rowsBefore } = before.current;
    before.current = { tree, rows };
    // Setting the position costs a layout.
    if (scroller === null || treeBefore === tree || rowsBefore === rows || top.current === 0) return;
    const places = new Map(rows.map(({ folder }, index) => [folder, index]));
    const start = Math.floor(top.current);
    const move = rowsToScroll({ start, end: start + visible }, (row) => {
      const folder = rowsBefore[row]?.folder;
      return folder === undefined ? -1 : (places.get(folder) ?? -1);
    });
    if (move !== 0) scroller.scrollTop = (top.current + move) * rowHeight;
  }, [scrollerRef, tree, rows, rowHeight, visible]);
}
