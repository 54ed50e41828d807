import { type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';

import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';
import { indexesIn, type Range } from '#web/listing/list/visible-range.ts';

import { blockAt, blocksIn, offsetAt, offsetsOf } from './block-offsets.ts';

/** Groups are rendered this far beyond each edge, in pixels. */
const MARGIN = 600;
const GESTURES = ['wheel', 'touchmove', 'pointerdown'] as const;

interface VirtualGroupsOptions {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  /** The height of a group that was not measured yet. */
  readonly estimate: (group: DuplicateGroup) => number;
  /** The group that the list begins with, and a part of its height. */
  readonly start: number;
  /** Always rendered, because it can have the focus. */
  readonly current: number;
}

interface VirtualGroups {
  readonly offsets: Float64Array;
  readonly shown: readonly number[];
  /** A ref for each rendered group. */
  readonly measure: (element: HTMLElement | null) => () => void;
  /** Scrolls just far enough to make a group visible. */
  readonly show: (index: number) => void;
}

/** The groups of a long list to render. Their heights differ, so each is measured when it is rendered. */
export function useVirtualGroups(
  groups: readonly DuplicateGroup[],
  { scrollerRef, estimate, start, current }: VirtualGroupsOptions,
): VirtualGroups {
  const { heights, measure } = useHeights(scrollerRef);
  const offsets = useMemo(
    () =>
      offsetsOf(groups.length, (index) => {
        const group = groups[index];
        return group === undefined ? 0 : (heights.of.get(group.id) ?? estimate(group));
      }),
    [groups, heights, estimate],
  );
  const [range, setRange] = useState<Range>(() => {
    const top = topOf(offsets, start);
    return blocksIn(offsets, { top, height: innerHeight, margin: 0 });
  });
  const targetRef = useTarget(scrollerRef);
  useKeptPlace({ scrollerRef, groups, offsets, start, targetRef, onView: setRange });
  const show = useCallback(
    (index: number) => {
      targetRef.current = index;
      if (scrollerRef.current !== null) scrollToShow(scrollerRef.current, offsets, index);
    },
    [scrollerRef, offsets, targetRef],
  );
  const count = groups.length;
  const shown = { start: Math.min(range.start, count), end: Math.min(range.end, count) };
  return { offsets, shown: indexesIn(shown, Math.min(current, count - 1)), measure, show };
}

/** A group to keep visible while the groups around it are measured, until the user scrolls. */
function useTarget(scrollerRef: RefObject<HTMLElement | null>): RefObject<number | null> {
  const targetRef = useRef<number | null>(null);
  useEffect(() => {
    const scroller = scrollerRef.current;
    const clear = () => {
      targetRef.current = null;
    };
    for (const gesture of GESTURES) scroller?.addEventListener(gesture, clear, { passive: true });
    return () => {
      for (const gesture of GESTURES) scroller?.removeEventListener(gesture, clear);
    };
  }, [scrollerRef]);
  return targetRef;
}

/** Scrolls just far enough to make a group visible. */
function scrollToShow(scroller: HTMLElement, offsets: Float64Array, index: number): void {
  const [top, bottom] = [offsetAt(offsets, index), offsetAt(offsets, index + 1)];
  if (top < scroller.scrollTop) scroller.scrollTop = top;
  else if (bottom > scroller.scrollTop + scroller.clientHeight)
    scroller.scrollTop = Math.min(top, bottom - scroller.clientHeight);
}

/** The measured heights by the id of the group: a map that is filled, in an object that is replaced at each change. */
function useHeights(scrollerRef: RefObject<HTMLDivElement | null>) {
  const [heights, setHeights] = useState(() => ({ of: new Map<string, number>() }));
  const { of } = heights;
  const read = useCallback(
    (elements: Iterable<Element>) => {
      let isChanged = false;
      for (const element of elements) {
        if (!(element instanceof HTMLElement)) continue;
        const { offsetHeight, dataset } = element;
        const id = dataset['id'];
        if (id === undefined || offsetHeight === 0 || of.get(id) === offsetHeight) continue;
        of.set(id, offsetHeight);
        isChanged = true;
      }
      if (isChanged) setHeights({ of });
    },
    [of],
  );
  const [observer] = useState(
    () =>
      new ResizeObserver((entries) => {
        read(entries.map(({ target }) => target));
      }),
  );
  const measure = useCallback(
    (element: HTMLElement | null) => {
      if (element !== null) observer.observe(element);
      return () => {
        if (element !== null) observer.unobserve(element);
      };
    },
    [observer],
  );
  // Before the first paint of new groups, so that none is seen at the wrong place.
  useLayoutEffect(() => {
    read(scrollerRef.current?.querySelectorAll('[data-id]') ?? []);
  });
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return undefined;
    let width = scroller.clientWidth;
    const resize = new ResizeObserver(() => {
      if (scroller.clientWidth === width) return;
      width = scroller.clientWidth;
      // Those of groups out of sight no longer hold.
      of.clear();
      read(scroller.querySelectorAll('[data-id]'));
    });
    resize.observe(scroller);
    return () => {
      resize.disconnect();
    };
  }, [of, read, scrollerRef]);
  return { heights, measure };
}

interface KeptPlaceOptions {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly groups: readonly DuplicateGroup[];
  readonly offsets: Float64Array;
  readonly start: number;
  readonly targetRef: RefObject<number | null>;
  readonly onView: (update: (last: Range) => Range) => void;
}

/** Reports which groups are visible, and keeps the first of them in its place when the heights above it change. */
function useKeptPlace(options: KeptPlaceOptions): void {
  const { scrollerRef, groups, offsets, start, targetRef, onView } = options;
  /** The first visible group, and how far it is scrolled out. Null at the top of the list, where new groups push. */
  const anchor = useRef<{ readonly id: string; readonly index: number; readonly by: number } | null>(null);
  const isStarted = useRef(false);
  useLayoutEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return undefined;
    const view = () => {
      const { scrollTop: top, clientHeight: height } = scroller;
      const index = blockAt(offsets, top);
      const id = groups[index]?.id;
      anchor.current =
        id === undefined || top <= 0 ? null : { id, index, by: top - offsetAt(offsets, index) };
      const next = blocksIn(offsets, { top, height, margin: MARGIN });
      if (!isIn(blocksIn(offsets, { top, height, margin: 0 }), targetRef.current)) targetRef.current = null;
      onView((last) => (last.start === next.start && last.end === next.end ? last : next));
    };
    const place = isStarted.current ? placeOf(anchor.current, groups, offsets) : topOf(offsets, start);
    isStarted.current = true;
    if (place !== null && Math.abs(place - scroller.scrollTop) >= 1) scroller.scrollTop = place;
    if (targetRef.current !== null) scrollToShow(scroller, offsets, targetRef.current);
    view();
    scroller.addEventListener('scroll', view, { passive: true });
    const resize = new ResizeObserver(view);
    resize.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', view);
      resize.disconnect();
    };
  }, [scrollerRef, groups, offsets, start, targetRef, onView]);
}

function isIn({ start, end }: Range, index: number | null): boolean {
  return index !== null && start <= index && index < end;
}

/** Where the list must be scrolled to; null if it can stay. */
function placeOf(
  anchor: { readonly id: string; readonly index: number; readonly by: number } | null,
  groups: readonly DuplicateGroup[],
  offsets: Float64Array,
): number | null {
  if (anchor === null) return null;
  const { id, index, by } = anchor;
  const now = groups[index]?.id === id ? index : groups.findIndex((group) => group.id === id);
  return now === -1 ? null : offsetAt(offsets, now) + by;
}

function topOf(offsets: Float64Array, start: number): number {
  const index = Math.floor(start);
  const [top, bottom] = [offsetAt(offsets, index), offsetAt(offsets, index + 1)];
  return top + Math.max(0, bottom - top) * (start - index);
}
