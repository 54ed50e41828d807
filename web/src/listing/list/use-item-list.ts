import { countOf, type Items } from '@foldmark/library/memory/items';
import { useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';
import type { Look } from '#web/state/list-choices.ts';
import { NOTHING_SELECTED } from '#web/state/selection.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import { useBackEndsSelection } from '../selection/use-back-ends-selection.ts';
import type { Headings } from './date-headings.ts';
import { evenCards, evenRows, withHeadings } from './row-layout.ts';
import { useList } from './use-list.ts';
import type { Visit } from './use-visit.ts';

export const HEADING_HEIGHT = 36;
/** These are also in cards/card.module.css. */
const CARD_HEIGHT = 240;
const CARD_GAP = 16;
const CARD_MIN_WIDTH = 208;
/** So that a phone has two columns. */
const CARD_MIN_WIDTH_NARROW = 150;

function columnsIn(width: number): number {
  const least = width < 560 ? CARD_MIN_WIDTH_NARROW : CARD_MIN_WIDTH;
  return Math.max(1, Math.floor((width + CARD_GAP) / (least + CARD_GAP)));
}

interface ItemListOptions {
  readonly visit: Visit;
  readonly look: Look;
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
  const { rows, visit, look, headings } = options;
  const { selection: kept } = useClientState();
  const { key: entry } = useLocation();
  const isCards = look === 'cards';
  const rowHeight = useRowHeight(look);
  const count = countOf(rows);
  const [width, setWidth] = useState(innerWidth);
  const columns = isCards ? columnsIn(width) : 1;
  const layout = useMemo(() => {
    const headed = { rows: [...headings.keys()], height: HEADING_HEIGHT };
    return isCards
      ? evenCards(count, columns, rowHeight, headed)
      : withHeadings(evenRows(count, rowHeight), headed);
  }, [isCards, count, columns, rowHeight, headings]);
  const keptIn = () => (kept.get().entry === entry ? kept.get().selection : NOTHING_SELECTED);
  const list = useList({ ...options, layout, entry, selection: keptIn });
  const { selection, selected, controller, scrollerRef } = list;
  const isEmpty = count === 0;
  useLayoutEffect(() => {
    const cards = scrollerRef.current?.firstElementChild;
    if (!isCards || isEmpty || !(cards instanceof HTMLElement)) return undefined;
    const measure = () => {
      setWidth(cards.clientWidth);
    };
    // Before the first paint.
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(cards);
    return () => {
      observer.disconnect();
    };
  }, [scrollerRef, isCards, isEmpty]);
  useEffect(() => {
    if (selection !== NOTHING_SELECTED || kept.get().entry === entry) kept.set({ entry, selection });
  }, [kept, entry, selection]);
  useBackEndsSelection(visit, countOf(selected) > 0, controller.clear);
  return { ...list, layout, isCards, rowHeight };
}

/** In pixels. A row is at least as high as a touch target. In a narrow window it has two lines, unless it is compact. */
function useRowHeight(look: Look): number {
  const isNarrow = useMediaQuery('(width < 760px)');
  const isTouch = useMediaQuery('(pointer: coarse)');
  if (look === 'cards') return CARD_HEIGHT + CARD_GAP;
  if (look === 'compact') return isTouch ? 44 : 32;
  return isNarrow ? 52 : 44;
}
