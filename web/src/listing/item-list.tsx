import { useEffect, useState } from 'react';

import { useClientState } from '#web/data/client/client-state.ts';
import { useStore } from '#web/data/client/use-store.ts';
import type { Key } from '#web/data/library/keys.ts';
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
  /** Stand before the links. */
  readonly folders: readonly Key[];
  readonly links: readonly Key[];
  readonly isTrash: boolean;
  readonly selection: Selection;
  /** A menu or question of a row is open. */
  readonly isAsking: boolean;
  readonly tools: RowTools;
}

/** A list of any length: only the rows in sight are in the page. */
export function ItemList({ label, folders, links, isTrash, selection, isAsking, tools }: ItemListProps) {
  const rowHeight = useMediaQuery('(width < 760px)') ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  const count = folders.length + links.length;
  const linkAt = (index: number) => links[index - folders.length];
  const { scrollerRef, range, show } = useWindow(count, rowHeight);
  const { current, onFocus, onKeyDown } = useRovingRows({
    scrollerRef,
    count,
    rowHeight,
    items: links,
    isAsking,
    show,
    onSelect: (index, withShift) => {
      const link = linkAt(index);
      if (link !== undefined) tools.toggle(link, withShift);
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
    return { kind: 'link', keys: selection.keys.has(link) ? selectedOf(links, selection) : [link] };
  });

  const [rowSlots] = useState(() => new RowSlots());
  const shown = indexesIn(range, current);
  const slots = rowSlots.assign(
    shown.flatMap((index) => linkAt(index) ?? []),
    linkAt(current) ?? null,
  );
  const rowAt = (index: number) => {
    const folder = folders[index];
    const common = { index, top: index * rowHeight, isCurrent: index === current, tools };
    if (folder !== undefined)
      return <FolderRow key={`folder ${folder}`} id={folder} isTrashed={isTrash} {...common} />;
    const link = linkAt(index);
    if (link === undefined) return null;
    const isSelected = selection.keys.has(link);
    return (
      <LinkRow
        key={`link ${slots.get(link)}`}
        id={link}
        isSelected={isSelected}
        isNew={link === newLink}
        isTrashed={isTrash}
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
