import { TOPICS } from '@foldmark/library/memory/topic-names';
import type { Library } from '@foldmark/library/memory/library';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';
import type { Timers } from '#web/sync/timers.ts';

/** Debounces, so that emptying the whole trash causes one cleanup, and a change that is rolled back causes none. */
const PAUSE_MS = 5000;
const KEY = /\/(?<key>(?:dev|prod)\/uploads\/.+)$/;

interface ImageCleanupDeps {
  readonly library: Library;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  /** Whether all collections have loaded. Items of a missing collection may use images too. */
  readonly isComplete: () => boolean;
  readonly removeUnused: (usedKeys: ReadonlySet<string>) => Promise<void>;
  readonly report: (message: string, cause: unknown) => void;
}

/** Removes images from this browser's cache that no link or folder uses any more. */
export function cleanUpImages({
  library,
  timers,
  signal,
  isComplete,
  removeUnused,
  report,
}: ImageCleanupDeps): void {
  let cancel: (() => void) | null = null;
  const run = (): void => {
    cancel = null;
    if (!isComplete()) return;
    removeUnused(library.imageKeys()).catch((error: unknown) => {
      report('Deleted images could not be removed from this browser.', error);
    });
  };
  const stop = library.subscribe(TOPICS.images, () => {
    cancel ??= timers.after(PAUSE_MS, run);
  });
  signal.addEventListener('abort', () => {
    stop();
    cancel?.();
  });
}

/** Removes unused images from the service worker's cache. Insecure contexts (plain http) have no cache. */
export async function removeUnusedImages(usedKeys: ReadonlySet<string>): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(UPLOADS_CACHE))) return;
  const cache = await caches.open(UPLOADS_CACHE);
  for (const request of await cache.keys()) {
    const key = KEY.exec(new URL(request.url).pathname)?.groups?.['key'];
    if (key === undefined || !usedKeys.has(decodeURIComponent(key))) await cache.delete(request);
  }
}
