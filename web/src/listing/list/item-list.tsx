import { type CSSProperties, useEffect, useMemo, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { countOf, type Item, type Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import { useDragSource } from '../drag/use-drag-source.tsx';
import { folderOf, type Place } from '../place/place.ts';
import { FolderRow } from '../row/folder-row.tsx';
import { LinkRow } from '../row/link-row.tsx';
import type { RowCallbacks, ShownRow } from '../row/row-props.ts';
import { draggedItems } from '../selection/selection.ts';
import type { Headings } from './date-headings.ts';
import { itemAt, linkAt } from './item-at.ts';
import styles from './item-list.module.css';
import { Cards } from './lazy-list-parts.ts';
import { rowKeys } from './row-keys.ts';
import { listHeight, indexesIn, type RowLayout } from './row-layout.ts';
import { RowRecycler } from './row-recycler.ts';
import { HEADING_HEIGHT, type useItemList } from './use-item-list.ts';
import { useListView } from './use-list.ts';

interface ItemListProps {
  readonly list: ReturnType<typeof useItemList>;
  readonly label: string;
  readonly rows: Items;
  readonly headings: Headings;
  /** Identifies the list, its order and its search. */
  readonly arrangement: string;
  readonly place: Place;
  /** The item whose menu is open. */
  readonly menuOf: Item | null;
  readonly callbacks: RowCallbacks;
}

/** A virtual list: only the visible rows are in the DOM. */
export function ItemList(props: ItemListProps) {
  const { list, label, rows, headings, arrangement, place, menuOf, callbacks } = props;
  const { controller, layout, isCards, rowHeight, scrollerRef, selection } = list;
  const isTrash = place.kind === 'trash';
  const { range, current, isFocused } = useListView(controller);
  const shown = indexesIn(range, current);
  const newLinks = useScrollToNewLinks(rows, controller.show);
  const { sourceProps, dragParts } = useDragSource(scrollerRef, (index) =>
    draggedItems(rows, selection, index, folderOf(place)),
  );
  usePreviewed(linkAt(rows, current) ?? null);
  const { preview } = useClientState();
  const isSelecting = countOf(list.selected) > 0;
  const onRowKey = rowKeys(controller, (index, withShift) => {
    const item = itemAt(rows, index);
    if (item !== null) callbacks.toggle(item, withShift);
  });
  const elementKeys = useElementKeys({ rows, shown, focused: isFocused ? current : null, arrangement });

  const firstInLine = (index: number): number => layout.firstOf(layout.lineOf(index));
  const shownRows = shown.flatMap((index): readonly ShownRow[] => {
    const item = itemAt(rows, index);
    if (item === null) return [];
    const heading = headings.get(index);
    const { kind, key } = item;
    return [
      {
        kind,
        id: key,
        elementKey: kind === 'folder' ? `folder ${key}` : `link ${elementKeys.get(key)}`,
        index,
        top: layout.topOf(index) + (headings.has(firstInLine(index)) ? HEADING_HEIGHT : 0),
        describedBy: heading === undefined ? undefined : headingId(index),
        isCurrent: index === current,
        hasMenu: menuOf?.kind === kind && menuOf.key === key,
        isSelected: selection[kind].has(key),
        isTrashed: isTrash,
        isNew: newLinks.has(key),
        callbacks,
      },
    ];
  });

  const headingAt = (index: number) => {
    const heading = headings.get(index);
    if (heading === undefined) return null;
    return (
      <div key={heading} role="row" className={styles.heading} style={{ top: layout.topOf(index) }}>
        <span id={headingId(index)} role="rowheader">
          {heading}
        </span>
      </div>
    );
  };

  return (
    <div
      {...(isTrash ? {} : sourceProps)}
      ref={scrollerRef}
      role="grid"
      aria-label={label}
      aria-rowcount={layout.count}
      aria-multiselectable="true"
      className={styles.scroller}
      onKeyDown={(event) => {
        const { key, shiftKey, target } = event;
        const isOnLink =
          target instanceof Element && target.matches('[data-row]') && linkAt(rows, current) !== undefined;
        // The space key shows the details of a link. While rows are selected, it selects.
        if (key !== ' ' || shiftKey || isSelecting || !isOnLink) onRowKey(event);
        else if (preview.isShown()) {
          preview.setOpen(false);
          event.preventDefault();
        }
      }}
    >
      <div role="presentation" className={styles.sizer} style={sizeOf(layout, rowHeight)}>
        {isCards ? (
          <Cards rows={shownRows} layout={layout} headingAt={headingAt} />
        ) : (
          shownRows.flatMap((row) => [headingAt(row.index), rowOf(row)])
        )}
      </div>
      {dragParts}
    </div>
  );
}

function headingId(row: number): string {
  return `heading-above-${row}`;
}

/** Tells the preview which link has the focus. */
function usePreviewed(link: Key | null): void {
  const { preview } = useClientState();
  useEffect(() => {
    preview.link.set(link);
  }, [preview, link]);
  useEffect(
    () => () => {
      preview.link.set(undefined);
    },
    [preview],
  );
}

function rowOf({ kind, elementKey, isTrashed, isNew, ...row }: ShownRow) {
  return kind === 'folder' ? (
    <FolderRow key={elementKey} {...row} isTrashed={isTrashed} />
  ) : (
    <LinkRow key={elementKey} {...row} isNew={isNew} />
  );
}

interface SizerStyle extends CSSProperties {
  '--row-height': string;
  '--columns': number;
}

function sizeOf(layout: RowLayout, rowHeight: number): SizerStyle {
  return { height: listHeight(layout), '--row-height': `${rowHeight}px`, '--columns': layout.columns };
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

interface ElementKeysOptions extends Pick<ItemListProps, 'rows' | 'arrangement'> {
  readonly shown: readonly number[];
  readonly focused: number | null;
}

/** The React keys of the shown links. A link that scrolls in reuses the DOM of a link that scrolled out. */
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
