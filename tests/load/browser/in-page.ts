/// <reference lib="dom" />
// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page can't use names from outside

/** A clock inside the measured page. A clock outside would also measure its own messages. */
export interface PageClock {
  /** The first frame that shows an element of each selector, by `performance.now()`. */
  readonly shown: (selectors: readonly string[]) => Promise<number>;
  /** The timestamp of the last `keydown` event. */
  readonly keyAt: () => number;
}

declare global {
  interface Window {
    readonly pageClock: PageClock;
  }
}

/** The first link of the list. */
export const FIRST_LINK = '[role=grid] [role=row] a[href]';

/**
 * What a person needs to start: links, the rail with its counts, the search field and the logout button. The inert
 * first-paint snapshot doesn't count.
 */
export const USABLE = [
  FIRST_LINK,
  'nav[aria-label=Library] a[href="/"]',
  'input[type=search]:enabled',
  'button[aria-label="Log out"]',
].map((selector) => `${selector}:not([inert] *)`);

/**
 * Runs in each page before the app, so it can't use anything outside this function. An element counts as visible after the
 * frame that shows it, once the main thread is idle.
 */
export function installPageClock(): void {
  interface Watch {
    readonly selectors: readonly string[];
    readonly resolve: (at: number) => void;
  }
  const watches = new Set<Watch>();
  let keyAt = 0;

  const isVisible = (selector: string): boolean => {
    const element = document.querySelector(selector);
    if (element === null) return false;
    const { top, bottom, left, right } = element.getBoundingClientRect();
    const isInside = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth;
    return isInside && bottom > top && right > left && element.checkVisibility({ opacityProperty: true });
  };
  const afterFrame = (run: (at: number) => void): void => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => {
        run(performance.now());
        port1.close();
      });
      port1.start();
      port2.postMessage(null);
    });
  };
  const look = (): void => {
    for (const watch of watches) {
      if (!watch.selectors.every(isVisible)) continue;
      watches.delete(watch);
      afterFrame(watch.resolve);
    }
  };
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  // A scroll shows elements without changing the page.
  addEventListener('scroll', look, { capture: true, passive: true });
  addEventListener(
    'keydown',
    (event) => {
      keyAt = event.timeStamp;
    },
    { capture: true },
  );
  Object.assign(window, {
    pageClock: {
      shown: async (selectors: readonly string[]) =>
        new Promise<number>((resolve) => {
          watches.add({ selectors, resolve });
          look();
        }),
      keyAt: () => keyAt,
    } satisfies PageClock,
  });
}

/** The same as script text. */
export const PAGE_CLOCK = `(${String(installPageClock)})();`;

/** As above: records when the library became visible and usable, from the start of the page. */
export function installStartClock({ first, usable }: { first: string; usable: readonly string[] }): void {
  const { pageClock } = window;
  Object.assign(window, {
    startTimes: Promise.all([pageClock.shown([first]), pageClock.shown(usable)]),
  });
}
