import { useCallback, useEffect, useRef, useState, type RefObject } from 'react';

import { scrollToShow, visibleRange, type Range } from './visible-range.ts';

interface Window {
  readonly scrollerRef: RefObject<HTMLDivElement | null>;
  readonly range: Range;
  /** Scrolls as little as it takes to see a row. */
  readonly show: (index: number) => void;
}

/** Which rows of a long list to render: those that are seen, and a few around them. */
export function useWindow(count: number, rowHeight: number): Window {
  const scrollerRef = useRef<HTMLDivElement>(null);
  // Before it is measured, what fits into the window: nobody waits for rows beyond it.
  const [{ start, end }, setRange] = useState<Range>(() => ({
    start: 0,
    end: Math.ceil(innerHeight / rowHeight),
  }));

  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return;
    const measure = () => {
      const next = visibleRange(scroller.scrollTop, scroller.clientHeight, rowHeight, count);
      setRange((range) => (range.start === next.start && range.end === next.end ? range : next));
    };
    scroller.addEventListener('scroll', measure, { passive: true });
    // Also calls when it begins, after the layout that has to be made anyway.
    const observer = new ResizeObserver(measure);
    observer.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', measure);
      observer.disconnect();
    };
  }, [count, rowHeight]);

  const show = useCallback(
    (index: number) => {
      const scroller = scrollerRef.current;
      if (scroller === null) return;
      const to = scrollToShow(index, rowHeight, scroller.scrollTop, scroller.clientHeight);
      if (to !== null) scroller.scrollTop = to;
    },
    [rowHeight],
  );

  return { scrollerRef, range: { start: Math.min(start, count), end: Math.min(end, count) }, show };
}
