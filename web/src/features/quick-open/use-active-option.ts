import { type KeyboardEvent, useState } from 'react';

const PAGE = 8;

/** The active option, which Enter opens. */
export function useActiveOption(count: number) {
  const [active, setActive] = useState(0);
  const onKeyDown = (event: KeyboardEvent): void => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event;
    if (altKey || ctrlKey || metaKey || shiftKey) return;
    const next = nextOption(event.key, active, count);
    if (next === null) return;
    event.preventDefault();
    setActive(next);
  };
  return { active, setActive, onKeyDown };
}

function nextOption(key: string, active: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE,
    PageUp: -PAGE,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  return step === undefined ? null : Math.min(Math.max(active + step, 0), Math.max(count - 1, 0));
}
