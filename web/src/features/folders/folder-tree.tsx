import { useEffect, useMemo, useState, type KeyboardEvent } from 'react';

import { filterTree } from '#web/sync/library/filtered-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { useDragSource } from '#web/listing/drag/use-drag-source.tsx';
import { useFolderShown } from '#web/listing/use-folder-shown.ts';
import { useRovingRows } from '#web/listing/use-roving-rows.ts';
import { useWindow } from '#web/listing/use-window.ts';
import { indexesIn } from '#web/listing/visible-range.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

import { FolderMenu, type FolderMenuTarget } from './folder-menu.tsx';
import { FolderTreeRow, type TreeTools } from './folder-tree-row.tsx';
import styles from './folder-tree.module.css';
import { parentRow, treeRows } from './tree-rows.ts';

const ROW_HEIGHT = 32;
const ROW_HEIGHT_COARSE = 44;
const NOBODY_NAVIGATES = () => undefined;

interface FolderTreeProps {
  /** The text of 'search folders'. */
  readonly text: string;
  readonly isExpanded: (folder: Key) => boolean;
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
  readonly onNavigate?: (() => void) | undefined;
}

/** A tree of any size: only the rows in sight are in the page. */
export function FolderTree({
  text,
  isExpanded,
  setExpanded,
  onNavigate = NOBODY_NAVIGATES,
}: FolderTreeProps) {
  const tree = useFolderTree();
  const shown = useFolderShown();
  const { matches, children } = useMemo(() => filterTree(tree, text), [tree, text]);
  const isFiltered = matches !== null;
  const rows = useMemo(
    () => treeRows(children, (folder) => isFiltered || isExpanded(folder)),
    [children, isFiltered, isExpanded],
  );
  const [menu, setMenu] = useState<FolderMenuTarget | null>(null);

  // Whoever comes to a folder, by whatever way, finds it in the tree.
  useEffect(() => {
    if (shown !== null) setExpanded(tree.path(shown).slice(0, -1), true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a folder that moves later is not to be followed
  }, [shown, setExpanded]);

  const rowHeight = useMediaQuery('(pointer: coarse)') ? ROW_HEIGHT_COARSE : ROW_HEIGHT;
  const { scrollerRef, range, show } = useWindow(rows.length, rowHeight);
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
  const { sourceProps, dragParts } = useDragSource(scrollerRef, (index) => {
    const row = rows[index];
    return row === undefined ? null : { kind: 'folder', keys: [row.folder] };
  });
  const tools = useMemo<TreeTools>(
    () => ({
      setExpanded,
      openMenu: (folder, element) => {
        setMenu({ folder, element });
      },
      onNavigate,
    }),
    [setExpanded, onNavigate],
  );

  /** In a tree, left and right go up and down in it before they go through the row. */
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

  if (rows.length === 0) return <p className={styles.empty}>{isFiltered ? 'No match' : 'Empty'}</p>;
  return (
    <div
      {...sourceProps}
      ref={scrollerRef}
      role="treegrid"
      aria-label="Folders"
      className={styles.scroller}
      onFocus={roving.onFocus}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.sizer} style={{ height: rows.length * rowHeight }}>
        {indexesIn(range, roving.current).map((index) => {
          const row = rows[index];
          return row === undefined ? null : (
            <FolderTreeRow
              key={row.folder}
              {...row}
              index={index}
              top={index * rowHeight}
              isCurrent={index === roving.current}
              isShown={row.folder === shown}
              tools={tools}
            />
          );
        })}
      </div>
      {dragParts}
      {menu === null ? null : (
        <FolderMenu
          target={menu}
          onClose={() => {
            setMenu(null);
          }}
        />
      )}
    </div>
  );
}
