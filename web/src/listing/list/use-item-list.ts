import { countOf, type Items } from '@foldmark/library/memory/items';
import { useEffect, useMemo } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import { NOTHING_SELECTED } from '#web/state/selection.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import { useBackEndsSelection } from '../selection/use-back-ends-selection.ts';
import type { Headings } from './date-headings.ts';
import { evenRows, withHeadings } from './row-layout.ts';
import { useList } from './use-list.ts';
import type { Visit } from './use-visit.ts';

const ROW_HEIGHT = 44;
const ROW_HEIGHT_NARROW = 52;
export const HEADING_HEIGHT = 36;

interface ItemListOptions {
  readonly visit: Visit;
  readonly rows: Items;
  readonly headings: Headings;
  readonly arrangement: string;
  readonly isOverlayOpen: boolean;
}

/**
 * The state of a list of folders and links. The list is mounted again when the window becomes as narrow as a phone, and when the
 * user returns. So its selection is stored for its history entry.
 */
export function useItemList(options: ItemListOptions) {
  const { rows, headings, visit } = options;
  const { selection: kept } = useClientState();
  const { key: entry } = useLocation();
  const rowHeight = useMediaQuery('(width < 760px)') ? ROW_HEIGHT_NARROW : ROW_HEIGHT;
  const count = countOf(rows);
  const layout = useMemo(
    () => withHeadings(evenRows(count, rowHeight), { rows: [...headings.keys()], height: HEADING_HEIGHT }),
    [count, rowHeight, headings],
  );
  const keptIn = () => (kept.get().entry === entry ? kept.get().selection : NOTHING_SELECTED);
  const list = useList({ ...options, layout, entry, selection: keptIn });
  const { selection, selected, controller } = list;
  useEffect(() => {
    if (selection !== NOTHING_SELECTED || kept.get().entry === entry) kept.set({ entry, selection });
  }, [kept, entry, selection]);
  useBackEndsSelection(visit, countOf(selected) > 0, controller.clear);
  return { ...list, layout };
}
