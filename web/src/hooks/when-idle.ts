import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

/** Shorter than a frame. */
const TIMER_MS = 12;

/** Runs a function when the browser is idle. The returned function cancels it. Safari has no requestIdleCallback. There, each timer has a short time. */
export function whenIdle(run: (hasTime: () => boolean) => void): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    return SYSTEM_TIMERS.after(20, () => {
      const end = performance.now() + TIMER_MS;
      run(() => performance.now() < end);
    });
  }
  const request = requestIdleCallback((deadline) => {
    run(() => deadline.timeRemaining() > 5);
  });
  return () => {
    cancelIdleCallback(request);
  };
}
