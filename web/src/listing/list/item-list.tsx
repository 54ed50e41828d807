import { useEffect, useMemo, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import type { Selection } from '#web/state/selection.ts';
import { countOf, type Items } from '@foldmark/library/memory/items';
import { useMediaQuery } from '#web/ui/use-media-query.ts';

import { useDragSource } from '../drag/use-drag-source.tsx';
import { FolderRow } from '../row/folder-row.tsx';
import { draggedItems, itemAt, linkAt, placeNow } from './item-at.ts';
import styles from './item-list.module.css';
import { LinkRow } from '../row/link-row.tsx';
import { folderOf, type Place } from '../place/place.ts';
import { RowRecycler } from './row-recycler.ts';
import type { RowCallbacks } from '../row/row-props.ts';
import { useListOrder } from './use-list-order.ts';
import { useRovingRows } from './use-roving-rows.ts';
import { useEarlierPosition, useScrollPosition } from './use-scroll-position.ts';
import { useVirtualRows } from './use-virtual-rows.ts';
import type { Visit } from './use-visit.ts';
import { indexesIn } from './visible-range.ts';

const ROW_HEIGHT = 44;
const ROW_HEIGHT_NARROW = 52;

interface ItemListProps {
  readonly visit: Visit;
  readonly label: string;
  readonly rows: Items;
  /** The text of the search, or empty. */
  readonly text: string;
  readonly place: Place;
  readonly selection: Selection;
  /** A row menu or a question is open. */
  readonly isOverlayOpen: boolean;
  readonly callbacks: RowCallbacks;
}

/** A virtual list: only the visible rows are in the DOM. */
export function ItemList(props: ItemListProps) {
  const { visit, label, rows, text, place, selection, isOverlayOpen, callbacks } = props;
  const isTrash = place.kind === 'trash';
  const count = countOf(rows);
  const [order] = useListOrder(place);
  const arrangement = `${order} ${text}`;
  const { scrollerRef, rowHeight, shown, current, isFocused, show, onFocus, onKeyDown } = useRows({
    visit,
    arrangement,
    rows,
    isOverlayOpen,
    onSelect: callbacks.toggle,
  });
  const newLinks = useScrollToNewLinks(rows, show);
  const { sourceProps, dragParts } = useDragSource(scrollerRef, (index) =>
    draggedItems(rows, selection, index, folderOf(place)),
  );
  const elementKeys = useElementKeys({
    rows,
    shown,
    focused: isFocused ? current : null,
    arrangement: `${visit} ${arrangement}`,
  });

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
      callbacks,
    };
    return kind === 'folder' ? (
      <FolderRow key={`folder ${key}`} isTrashed={isTrash} {...common} />
    ) : (
      <LinkRow key={`link ${elementKeys.get(key)}`} isNew={newLinks.has(key)} {...common} />
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

interface RowsOptions extends Pick<ItemListProps, 'visit' | 'rows' | 'isOverlayOpen'> {
  /** Names the order of the rows and the search. Another one starts at its first row. */
  readonly arrangement: string;
  readonly onSelect: RowCallbacks['toggle'];
}

/** The rows to render, and their keyboard support. */
function useRows({ visit, arrangement, rows, isOverlayOpen, onSelect }: RowsOptions) {
  const rowHeight = useMediaQuery('(width < 760px)') ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  const count = countOf(rows);
  const { scrollerRef, range, show } = useVirtualRows(count, rowHeight, {
    visit,
    firstRow: useEarlierPosition(),
  });
  const { current, isFocused, goTo, onFocus, onKeyDown } = useRovingRows({
    visit,
    scrollerRef,
    count,
    rowHeight,
    items: rows,
    placeNow: (before, row) => placeNow(rows, before, row),
    isOverlayOpen,
    show,
    onSelect: (index, withShift) => {
      const item = itemAt(rows, index);
      if (item !== null) onSelect(item, withShift);
    },
  });
  const visible = range.end - range.start;
  useScrollPosition({
    visit,
    arrangement,
    scrollerRef,
    count,
    rowHeight,
    visible,
    rows,
    goTo,
  });
  const shown = indexesIn(range, current);
  return { scrollerRef, rowHeight, shown, current, isFocused, show, onFocus, onKeyDown };
}

/** Returns the links that were just created, after scrolling to the first of them. */
function useScrollToNewLinks({ folders, links }: Items, show: (index: number) => void): ReadonlySet<number> {
  const newLinks = useStore(useClientState().newLinks);
  const [first] = newLinks;
  const newIndex = first === undefined ? -1 : links.indexOf(first);
  useEffect(() => {
    if (newIndex !== -1) show(folders.length + newIndex);
  }, [newIndex, folders.length, show]);
  return useMemo(() => new Set(newLinks), [newLinks]);
}

interface ElementKeysOptions extends Pick<RowsOptions, 'rows' | 'arrangement'> {
  readonly shown: readonly number[];
  readonly focused: number | null;
}

/** The React keys of the shown links: a link that scrolls in reuses the DOM of a link that scrolled out. */
function useElementKeys({
  rows,
  shown,
  focused,
  arrangement,
}: ElementKeysOptions): ReadonlyMap<number, number> {
  const [recycler] = useState(() => new RowRecycler());
  return recycler.assign(
    shown.flatMap((index) => linkAt(rows, index) ?? []),
    focused === null ? null : (linkAt(rows, focused) ?? null),
    arrangement,
  );
}
