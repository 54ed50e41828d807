import { useLayoutEffect, useState } from 'react';

type HeightsById = ReadonlyMap<string, number>;

interface Heights {
  /** The measured heights by the `data-id` of the element. */
  readonly heights: HeightsById;
  /** A ref for each rendered element. */
  readonly measure: (element: HTMLElement | null) => () => void;
}

/**
 * The heights of the elements of a virtual list. Every element has the width of the list, and is measured when it is rendered.
 */
export function useHeights(): Heights {
  const [heights, setHeights] = useState<HeightsById>(() => new Map());
  const [{ read, measure }] = useState(() => measurement(setHeights));
  // Measures before the first paint of new elements, so that none shows at a wrong position.
  useLayoutEffect(read);
  return { heights, measure };
}

function measurement(onChange: (heights: HeightsById) => void) {
  const elements = new Set<HTMLElement>();
  let width = 0;
  let heights: HeightsById = new Map();
  const read = (): void => {
    const measured = new Map<string, number>();
    let isResized = false;
    for (const { offsetHeight, offsetWidth, dataset } of elements) {
      if (offsetHeight === 0) continue;
      isResized ||= offsetWidth !== width;
      width = offsetWidth;
      measured.set(dataset['id'] ?? '', offsetHeight);
    }
    if (!isResized && [...measured].every(([id, height]) => heights.get(id) === height)) return;
    // After a width change, the cached heights of elements out of sight are wrong.
    heights = isResized ? measured : new Map([...heights, ...measured]);
    onChange(heights);
  };
  const observer = new ResizeObserver(read);
  const measure: Heights['measure'] = (element) => {
    if (element === null) return () => undefined;
    elements.add(element);
    observer.observe(element);
    return () => {
      elements.delete(element);
      observer.unobserve(element);
    };
  };
  return { read, measure };
}
