import type { Timers } from '#web/sync/timers.ts';

/** After so long a tab may have been frozen, or the machine asleep. */
const SLEEP_MS = 5 * 60_000;

/** A timer stands still with the machine, so it may take so long until a waking is noticed. */
const LOOK_MS = 10_000;

/** What of the document is needed. `resume` is said when a tab is thawed, `visibilitychange` when it is looked at. */
interface Page {
  readonly visibilityState: string;
  readonly addEventListener: (name: PageEvent, listener: () => void) => void;
  readonly removeEventListener: (name: PageEvent, listener: () => void) => void;
}

const EVENTS = ['visibilitychange', 'resume'] as const;
type PageEvent = (typeof EVENTS)[number];

/**
 * Tells when the page is seen again after a long time: in a tab that comes to the front, or in one that was there all
 * along while the machine slept, which nothing but the time tells. Answers how to stop.
 */
export function watchWaking(page: Page, timers: Timers, onWake: () => void): () => void {
  let lastSeen = timers.now();
  const look = (): void => {
    if (page.visibilityState !== 'visible') return;
    const sleptLong = timers.now() - lastSeen > SLEEP_MS;
    lastSeen = timers.now();
    if (sleptLong) onWake();
  };
  const lookAgain = (): (() => void) =>
    timers.after(LOOK_MS, () => {
      look();
      cancel = lookAgain();
    });
  let cancel = lookAgain();
  for (const name of EVENTS) page.addEventListener(name, look);
  return () => {
    cancel();
    for (const name of EVENTS) page.removeEventListener(name, look);
  };
}
