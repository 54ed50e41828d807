import type { Timers } from '#web/sync/timers.ts';

/** A longer gap means that the tab was frozen or the machine asleep. */
const SLEEP_MS = 5 * 60_000;

/** Timers stop while the machine sleeps. A wake-up is noticed after this long at most. */
const CHECK_MS = 10_000;

/**
 * The part of the document that is used here. `resume` fires when a frozen tab resumes, `visibilitychange` when the tab becomes
 * visible.
 */
interface Page {
  readonly visibilityState: string;
  readonly addEventListener: (name: PageEvent, listener: () => void) => void;
  readonly removeEventListener: (name: PageEvent, listener: () => void) => void;
}

const EVENTS = ['visibilitychange', 'resume'] as const;
type PageEvent = (typeof EVENTS)[number];

/**
 * Calls `onWake` when the page is visible again after a long time: after the tab comes to the front, or after the machine slept.
 * No event reports the end of a sleep, so the clock is checked periodically. Returns a function that stops this.
 */
export function watchWaking(page: Page, timers: Timers, onWake: () => void): () => void {
  let lastSeen = timers.now();
  const check = (): void => {
    if (page.visibilityState !== 'visible') return;
    const sleptLong = timers.now() - lastSeen > SLEEP_MS;
    lastSeen = timers.now();
    if (sleptLong) onWake();
  };
  const checkLater = (): (() => void) =>
    timers.after(CHECK_MS, () => {
      check();
      cancel = checkLater();
    });
  let cancel = checkLater();
  for (const name of EVENTS) page.addEventListener(name, check);
  return () => {
    cancel();
    for (const name of EVENTS) page.removeEventListener(name, check);
  };
}
