import type { Timers } from '#web/data/timers.ts';

/** After so long out of sight a tab may have been frozen, or the machine asleep. */
const SLEEP_MS = 5 * 60_000;

/** What of the document is needed. */
interface Page {
  readonly visibilityState: string;
  readonly addEventListener: (name: 'visibilitychange', listener: () => void) => void;
  readonly removeEventListener: (name: 'visibilitychange', listener: () => void) => void;
}

/** Tells when the page is seen again after a long time. Answers how to stop. */
export function watchWaking(page: Page, timers: Timers, onWake: () => void): () => void {
  let lastSeen = timers.now();
  const change = (): void => {
    const sleptLong = timers.now() - lastSeen > SLEEP_MS;
    lastSeen = timers.now();
    if (page.visibilityState === 'visible' && sleptLong) onWake();
  };
  page.addEventListener('visibilitychange', change);
  return () => {
    page.removeEventListener('visibilitychange', change);
  };
}
