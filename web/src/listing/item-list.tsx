import { useEffect, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { countOf, type Item, type Items } from '#web/sync/library/items.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

import { useDragSource } from './drag/use-drag-source.tsx';
import { FolderRow } from './folder-row.tsx';
import styles from './item-list.module.css';
import { LinkRow } from './link-row.tsx';
import { RowSlots } from './row-slots.ts';
import type { RowTools } from './row-tools.ts';
import { selectedOf, type Selection } from './selection.ts';
import { useRovingRows } from './use-roving-rows.ts';
import { useWindow } from './use-window.ts';
import { indexesIn } from './visible-range.ts';

const ROW_HEIGHT = 44;
const ROW_HEIGHT_NARROW = 52;

interface ItemListProps {
  readonly label: string;
  readonly rows: Items;
  readonly isTrash: boolean;
  readonly selection: Selection;
  /** A menu or question of a row is open. */
  readonly isAsking: boolean;
  readonly tools: RowTools;
}

/** A list of any length: only the rows in sight are in the page. */
export function ItemList({ label, rows, isTrash, selection, isAsking, tools }: ItemListProps) {
  const rowHeight = useMediaQuery('(width < 760px)') ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  const { folders, links } = rows;
  const count = countOf(rows);
  const linkAt = (index: number) => links[index - folders.length];
  const itemAt = (index: number): Item | null => {
    const folder = folders[index];
    if (folder !== undefined) return { kind: 'folder', key: folder };
    const link = linkAt(index);
    return link === undefined ? null : { kind: 'link', key: link };
  };
  const { scrollerRef, range, show } = useWindow(count, rowHeight);
  const { current, onFocus, onKeyDown } = useRovingRows({
    scrollerRef,
    count,
    rowHeight,
    items: rows,
    isAsking,
    show,
    onSelect: (index, withShift) => {
      const item = itemAt(index);
      if (item !== null) tools.toggle(item, withShift);
    },
  });
  const newLink = useStore(useClientState().newLink);
  const newIndex = newLink === null ? -1 : links.indexOf(newLink);
  useEffect(() => {
    if (newIndex !== -1) show(folders.length + newIndex);
  }, [newIndex, folders.length, show]);

  const { sourceProps, dragParts } = useDragSource(scrollerRef, (index) => {
    const folder = folders[index];
    if (folder !== undefined) return { kind: 'folder', keys: [folder] };
    const link = linkAt(index);
    if (link === undefined) return null;
    return { kind: 'link', keys: selection.link.has(link) ? selectedOf(rows, selection).links : [link] };
  });

  const [rowSlots] = useState(() => new RowSlots());
  const shown = indexesIn(range, current);
  const slots = rowSlots.assign(
    shown.flatMap((index) => linkAt(index) ?? []),
    linkAt(current) ?? null,
  );
  const rowAt = (index: number) => {
    const folder = folders[index];
    const place = { index, top: index * rowHeight, isCurrent: index === current };
    const common = { ...place, isTrashed: isTrash, tools };
    if (folder !== undefined) {
      const isSelected = selection.folder.has(folder);
      return <FolderRow key={`folder ${folder}`} id={folder} isSelected={isSelected} {...common} />;
    }
    const link = linkAt(index);
    if (link === undefined) return null;
    const isSelected = selection.link.has(link);
    return (
      <LinkRow
        key={`link ${slots.get(link)}`}
        id={link}
        isSelected={isSelected}
        isNew={link === newLink}
        {...common}
      />
    );
  };

  return (
    <div
      {...(isTrash ? {} : sourceProps)}
      ref={scrollerRef}
      role="grid"
      aria-label={label}
      aria-rowcount={count}
      aria-multiselectable="true"
      className={styles.scroller}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <div role="presentation" className={styles.sizer} style={{ height: count * rowHeight }}>
        {shown.map(rowAt)}
      </div>
      {dragParts}
    </div>
  );
}
