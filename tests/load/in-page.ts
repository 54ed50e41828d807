/// <reference lib="dom" />
// oxlint-disable unicorn/consistent-function-scoping -- what runs in the page takes nothing along from outside its function

/** What the measured pages carry: a clock that stands in the page, because one outside would also time its messages. */
export interface PageClock {
  /** The first frame in which a selector has something to be seen, by `performance.now()`. */
  readonly shown: (selectors: readonly string[]) => Promise<number>;
  /** When the last key went down, as the browser says. */
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
 * What a person needs to start: links, the rail with its numbers, the search field and the way out. The picture of them
 * that is there before the app is none of these.
 */
export const USABLE = [
  FIRST_LINK,
  'nav[aria-label=Library] a[href="/"]',
  'input[type=search]:enabled',
  'button[aria-label="Log out"]',
].map((selector) => `${selector}:not([inert] *)`);

/**
 * Runs in each page before anything of ours, so it is by itself: nothing outside this function is there. A thing counts as
 * seen after the frame that shows it, when the main thread is free again.
 */
export function installPageClock(): void {
  interface Watch {
    readonly selectors: readonly string[];
    readonly resolve: (at: number) => void;
  }
  const watches = new Set<Watch>();
  let keyAt = 0;

  const isSeen = (selector: string): boolean => {
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
      if (!watch.selectors.every(isSeen)) continue;
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
  // A scroll shows things without a change of the page.
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

/** The same for a tab that takes its script as text. */
export const PAGE_CLOCK = `(${String(installPageClock)})();`;

/** As above: notes when the library came, from the first moment on. */
export function installStartClock({ first, usable }: { first: string; usable: readonly string[] }): void {
  const { pageClock } = window;
  Object.assign(window, {
    startTimes: Promise.all([pageClock.shown([first]), pageClock.shown(usable)]),
  });
}
