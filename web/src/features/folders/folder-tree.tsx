import { useEffect, useMemo, useState } from 'react';

import { LazyItemMenu } from '#web/commands/lazy-item-menu.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import { filterTree } from '@foldmark/library/memory/filtered-tree';
import type { FolderTree as Tree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import { useFolderTree, useLoading } from '#web/hooks/library-hooks.ts';
import { useDragSource } from '#web/listing/drag/use-drag-source.tsx';
import { useShownFolder } from '#web/listing/place/use-shown-folder.ts';
import { evenRows, indexesIn } from '#web/listing/list/row-layout.ts';
import { useList, useListView } from '#web/listing/list/use-list.ts';
import type { MenuPoint } from '#web/ui/menus/menu-point.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import { FolderTreeRow, type TreeCallbacks } from './folder-tree-row.tsx';
import styles from './folder-tree.module.css';
import { treeRows } from './tree-rows.ts';
import { useTreeKeys } from './use-tree-keys.ts';
import { useTreeTarget } from './use-tree-target.ts';

const ROW_HEIGHT = 32;
const ROW_HEIGHT_COARSE = 44;
/** Fewer than in the main list: it is next to that list, and a dialog may be above both. */
const MARGIN = 3;
const DO_NOTHING = () => undefined;

interface OpenMenu {
  readonly folder: Key;
  readonly button: HTMLElement;
  /** The position of a context menu. */
  readonly at: MenuPoint | undefined;
}

interface FolderTreeProps {
  /** The text of 'search folders'. */
  readonly text: string;
  readonly isExpanded: (folder: Key) => boolean;
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
  readonly onNavigate?: (() => void) | undefined;
}

/** A virtual tree: only the visible rows are in the DOM. */
export function FolderTree({ text, isExpanded, setExpanded, onNavigate = DO_NOTHING }: FolderTreeProps) {
  const tree = useFolderTree();
  const shown = useShownFolder();
  useRevealShownFolder(tree, shown, setExpanded);
  const { rows, isFiltered } = useTreeRows(tree, text, isExpanded);
  const [menu, setMenu] = useState<OpenMenu | null>(null);

  const rowHeight = useMediaQuery('(pointer: coarse)') ? ROW_HEIGHT_COARSE : ROW_HEIGHT;
  const { scrollerRef, rootRef, controller } = useList({
    rows: useMemo(
      () =>
        itemsOf(
          'folder',
          rows.map(({ folder }) => folder),
        ),
      [rows],
    ),
    layout: useMemo(() => evenRows(rows.length, rowHeight, MARGIN), [rows.length, rowHeight]),
    // A folder that the user expands moves the rows below it.
    content: tree,
    isOverlayOpen: menu !== null,
  });
  const { range, current } = useListView(controller);
  const targetOf = useTreeTarget({ scrollerRef, rows });
  const onKeyDown = useTreeKeys({ controller, rows, setExpanded });
  const { sourceProps, dragParts } = useDragSource(scrollerRef, (index) => {
    const row = rows[index];
    return row === undefined ? null : { kind: 'folder', keys: [row.folder] };
  });
  const callbacks = useMemo<TreeCallbacks>(
    () => ({
      setExpanded,
      openMenu: (folder, button, at) => {
        setMenu({ folder, button, at });
      },
      onNavigate,
    }),
    [setExpanded, onNavigate],
  );

  const closeMenu = () => {
    setMenu(null);
  };
  if (rows.length === 0) {
    return (
      <div ref={rootRef} className={styles.empty} tabIndex={-1}>
        {isFiltered ? 'No match' : 'Empty'}
      </div>
    );
  }
  return (
    <div
      {...sourceProps}
      ref={scrollerRef}
      role="treegrid"
      aria-label="Folders"
      className={styles.scroller}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.sizer} style={{ height: rows.length * rowHeight }}>
        {indexesIn(range, current).map((index) => {
          const row = rows[index];
          return row === undefined ? null : (
            <FolderTreeRow
              key={row.folder}
              {...row}
              index={index}
              top={index * rowHeight}
              isCurrent={index === current}
              isShown={row.folder === shown}
              callbacks={callbacks}
            />
          );
        })}
      </div>
      {dragParts}
      {menu === null ? null : <LazyItemMenu {...menu} target={targetOf(menu.folder)} onClose={closeMenu} />}
    </div>
  );
}

/** The rows to show. A search expands all folders. */
function useTreeRows(tree: Tree, text: string, isExpanded: (folder: Key) => boolean) {
  const { matches, children } = useMemo(() => filterTree(tree, text), [tree, text]);
  const isFiltered = matches !== null;
  const rows = useMemo(
    () => treeRows(children, (folder) => isFiltered || isExpanded(folder)),
    [children, isFiltered, isExpanded],
  );
  return { rows, isFiltered };
}

/** Expands the parents of the shown folder whenever another folder is shown, and once the folders have loaded. */
function useRevealShownFolder(
  tree: Tree,
  shown: Key | null,
  setExpanded: FolderTreeProps['setExpanded'],
): void {
  const areLoaded = !useLoading().folders;
  const isInTree = areLoaded && shown !== null && tree.isVisible(shown);
  useEffect(() => {
    if (isInTree) setExpanded(tree.path(shown).slice(0, -1), true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a later move of the folder must not expand its new parents
  }, [shown, isInTree, setExpanded]);
}
