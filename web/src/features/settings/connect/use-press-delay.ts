import { useEffect, useRef, useState } from 'react';

import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

const DELAY_MS = 500;

interface PressDelay {
  /** Whether the button has been there for long enough. */
  readonly isReady: boolean;
  /** Whether a press comes right after the window got the focus. */
  readonly isTooEarly: () => boolean;
}

/**
 * Guards a button against a click that was meant for something else: another site can open or uncover our window between the two
 * clicks of a double click.
 */
export function usePressDelay(): PressDelay {
  const [isReady, setReady] = useState(false);
  const focusedAt = useRef(-DELAY_MS);
  useEffect(() => {
    const cancel = SYSTEM_TIMERS.after(DELAY_MS, () => {
      setReady(true);
    });
    const onFocus = () => {
      focusedAt.current = performance.now();
    };
    addEventListener('focus', onFocus);
    return () => {
      cancel();
      removeEventListener('focus', onFocus);
    };
  }, []);
  return { isReady, isTooEarly: () => performance.now() - focusedAt.current < DELAY_MS };
}
