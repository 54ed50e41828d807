import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { createStore } from '#web/sync/store.ts';
import { afterFrame } from '#web/ui/after-frame.ts';

import { type Visit, useVisitState } from './use-visit.ts';
import { rangeWithin, scrollToShow, visibleRange, type Range } from './visible-range.ts';

interface VirtualRows {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly range: Range;
  /** Scrolls just far enough to make a row visible. */
  readonly show: (index: number) => void;
}

interface VirtualRowsOptions {
  /** The number of rows to render beyond each edge, by default eight. */
  readonly margin?: number;
  /** The list starts again with each visit. */
  readonly visit?: Visit;
  /** The first visible row, if the caller scrolls to it when a visit starts. */
  readonly firstRow?: number;
}

/** The rows of a long list to render: the visible rows and a few beyond each edge. */
export function useVirtualRows(
  count: number,
  rowHeight: number,
  { margin, visit = '', firstRow = 0 }: VirtualRowsOptions = {},
): VirtualRows {
  const scrollerRef = useRef<HTMLDivElement>(null);
  const [measured] = useState(() => createStore<number | null>(null));
  const [range, setRange] = useVisitState<Range>(visit, () => {
    const height = measured.get();
    // Before the list is measured, assumes that it is as high as the window.
    return height === null && firstRow === 0
      ? { start: 0, end: Math.ceil(innerHeight / rowHeight) }
      : visibleRange(firstRow * rowHeight, height ?? innerHeight, rowHeight, margin);
  });
  const isEmpty = count === 0;

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null || isEmpty) return;
    const measure = () => {
      measured.set(scroller.clientHeight);
      const next = visibleRange(scroller.scrollTop, scroller.clientHeight, rowHeight, margin);
      setRange((before) => (before.start === next.start && before.end === next.end ? before : next));
    };
    scroller.addEventListener('scroll', measure, { passive: true });
    // Also calls `measure` when it starts observing, after the layout that happens anyway.
    const observer = new ResizeObserver(measure);
    let isOver = false;
    // In its first frame, WebKit has no layout for new content of a container yet, and would report a ResizeObserver loop.
    void afterFrame().then(() => {
      if (!isOver) observer.observe(scroller);
    });
    return () => {
      isOver = true;
      scroller.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [isEmpty, rowHeight, margin, setRange, measured]);

  const show = useCallback(
    (index: number) => {
      const scroller = scrollerRef.current;
      if (scroller === null) return;
      const scrollTop = scrollToShow(index, rowHeight, scroller.scrollTop, scroller.clientHeight);
      if (scrollTop !== null) scroller.scrollTop = scrollTop;
    },
    [rowHeight],
  );

  return { scrollerRef, range: rangeWithin(range, count), show };
}
