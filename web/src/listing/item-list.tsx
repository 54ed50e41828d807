import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Selection } from '#web/state/selection.ts';
import { countOf, type Items } from '#web/sync/library/items.ts';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

import { useDragSource } from './drag/use-drag-source.tsx';
import { FolderRow } from './folder-row.tsx';
import { draggedItems, itemAt, linkAt, rowOfItem } from './item-at.ts';
import styles from './item-list.module.css';
import { LinkRow } from './link-row.tsx';
import { folderOf, type Place } from './place.ts';
import { RowRecycler } from './row-recycler.ts';
import type { RowCallbacks } from './row-props.ts';
import { useListOrder } from './use-list-order.ts';
import { useRovingRows } from './use-roving-rows.ts';
import { useEarlierPosition, useScrollPosition } from './use-scroll-position.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import { indexesIn } from './visible-range.ts';

const ROW_HEIGHT = 44;
const ROW_HEIGHT_NARROW = 52;

interface ItemListProps {
  readonly label: string;
  readonly rows: Items;
  readonly place: Place;
  readonly selection: Selection;
  /** A row menu or a question is open. */
  readonly isOverlayOpen: boolean;
  readonly callbacks: RowCallbacks;
}

/** A virtual list: only the visible rows are in the DOM. */
export function ItemList({ label, rows, place, selection, isOverlayOpen, callbacks }: ItemListProps) {
  const isTrash = place.kind === 'trash';
  const count = countOf(rows);
  const { scrollerRef, rowHeight, shown, current, show, onFocus, onKeyDown } = useRows({
    rows,
    isOverlayOpen,
    onSelect: callbacks.toggle,
  });
  useTopAfterSorting(scrollerRef, place);
  const newLink = useScrollToNewLink(rows, show);
  const { sourceProps, dragParts } = useDragSource(scrollerRef, (index) =>
    draggedItems(rows, selection, index, folderOf(place)),
  );
  const elementKeys = useElementKeys(rows, shown, current);

  const rowAt = (index: number) => {
    const item = itemAt(rows, index);
    if (item === null) return null;
    const { kind, key } = item;
    const common = {
      id: key,
      index,
      top: index * rowHeight,
      isCurrent: index === current,
      isSelected: selection[kind].has(key),
      isTrashed: isTrash,
      callbacks,
    };
    return kind === 'folder' ? (
      <FolderRow key={`folder ${key}`} {...common} />
    ) : (
      <LinkRow key={`link ${elementKeys.get(key)}`} isNew={key === newLink} {...common} />
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

interface RowsOptions extends Pick<ItemListProps, 'rows' | 'isOverlayOpen'> {
  readonly onSelect: RowCallbacks['toggle'];
}

/** The rows to render, and their keyboard support. */
function useRows({ rows, isOverlayOpen, onSelect }: RowsOptions) {
  const rowHeight = useMediaQuery('(width < 760px)') ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  const count = countOf(rows);
  const { scrollerRef, range, show } = useVirtualRows(count, rowHeight, {
    firstRow: useEarlierPosition()?.top,
  });
  const { current, goTo, onFocus, onKeyDown } = useRovingRows({
    scrollerRef,
    count,
    rowHeight,
    items: rows,
    placeNow: (before, index) => {
      const item = itemAt(before, index);
      return item === null ? -1 : rowOfItem(rows, item);
    },
    isOverlayOpen,
    show,
    onSelect: (index, withShift) => {
      const item = itemAt(rows, index);
      if (item !== null) onSelect(item, withShift);
    },
  });
  useScrollPosition({ scrollerRef, count, rowHeight, goTo });
  return { scrollerRef, rowHeight, shown: indexesIn(range, current), current, show, onFocus, onKeyDown };
}

/** A new order starts at its first row. */
function useTopAfterSorting(scrollerRef: RefObject<HTMLElement | null>, place: Place): void {
  const [order] = useListOrder(place);
  const shown = useRef(order);
  useLayoutEffect(() => {
    if (shown.current === order) return;
    shown.current = order;
    scrollerRef.current?.scrollTo({ top: 0 });
  }, [order, scrollerRef]);
}

/** Returns the link that was just created, after scrolling to it. */
function useScrollToNewLink({ folders, links }: Items, show: (index: number) => void): number | null {
  const newLink = useStore(useClientState().newLink);
  const newIndex = newLink === null ? -1 : links.indexOf(newLink);
  useEffect(() => {
    if (newIndex !== -1) show(folders.length + newIndex);
  }, [newIndex, folders.length, show]);
  return newLink;
}

/** The React keys of the shown links: a link that scrolls in reuses the DOM of a link that scrolled out. */
function useElementKeys(rows: Items, shown: readonly number[], current: number): ReadonlyMap<number, number> {
  const [recycler] = useState(() => new RowRecycler());
  return recycler.assign(
    shown.flatMap((index) => linkAt(rows, index) ?? []),
    linkAt(rows, current) ?? null,
  );
}
