import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';

import { useClientState } from '#web/state/client-state.ts';

import { blockAt, offsetAt } from './block-offsets.ts';

/** Where the list of this history entry was left: the first visible group, and a part of its height. */
export function useEarlierStart(): number {
  const { scrollPositions } = useClientState();
  const { key } = useLocation();
  const [start] = useState(() => scrollPositions.get(key)?.top ?? 0);
  return start;
}

/** Keeps the place in the list for its history entry. In groups, because their heights depend on the width of the window. */
export function useKeepPlace(scrollerRef: RefObject<HTMLElement | null>, offsets: Float64Array): void {
  const { scrollPositions } = useClientState();
  const { key } = useLocation();
  const top = useRef(0);
  useEffect(() => {
    const scroller = scrollerRef.current;
    if (scroller === null) return undefined;
    const read = () => {
      const index = blockAt(offsets, scroller.scrollTop);
      const height = offsetAt(offsets, index + 1) - offsetAt(offsets, index);
      top.current = index + (height > 0 ? (scroller.scrollTop - offsetAt(offsets, index)) / height : 0);
    };
    read();
    scroller.addEventListener('scroll', read, { passive: true });
    return () => {
      scroller.removeEventListener('scroll', read);
    };
  }, [scrollerRef, offsets]);
  useEffect(() => {
    const keep = () => {
      scrollPositions.set(key, { top: top.current, focused: null });
    };
    const onHidden = () => {
      if (document.visibilityState === 'hidden') keep();
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      keep();
      document.removeEventListener('visibilitychange', onHidden);
    };
  }, [key, scrollPositions]);
}
