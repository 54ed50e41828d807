import { TOPICS } from '#web/sync/library/topic-names.ts';
import type { Library } from '#web/sync/library/library.ts';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';
import type { Timers } from '#web/sync/timers.ts';

/** A whole trash that is emptied is one round, and a change that is taken back is none. */
const PAUSE_MS = 5000;
const KEY = /\/(?<key>(?:dev|prod)\/uploads\/.+)$/;

interface DropImagesParts {
  readonly library: Library;
  readonly timers: Timers;
  readonly signal: AbortSignal;
  /** Not while a collection is missing, which may name them. */
  readonly isComplete: () => boolean;
  readonly drop: (named: ReadonlySet<string>) => Promise<void>;
  readonly report: (message: string, cause: unknown) => void;
}

/** Lets go of images in this browser when no link or folder names them any more. */
export function dropImagesOf({ library, timers, signal, isComplete, drop, report }: DropImagesParts): void {
  let cancel: (() => void) | null = null;
  const round = (): void => {
    cancel = null;
    if (!isComplete()) return;
    drop(library.imageKeys()).catch((error: unknown) => {
      report('Deleted images could not be removed from this browser.', error);
    });
  };
  const stop = library.subscribe(TOPICS.images, () => {
    cancel ??= timers.after(PAUSE_MS, round);
  });
  signal.addEventListener('abort', () => {
    stop();
    cancel?.();
  });
}

/** What the service worker keeps and nothing names. An address without https has no such storage. */
export async function dropUnnamedImages(named: ReadonlySet<string>): Promise<void> {
  if (!('caches' in globalThis) || !(await caches.has(UPLOADS_CACHE))) return;
  const cache = await caches.open(UPLOADS_CACHE);
  for (const request of await cache.keys()) {
    const key = KEY.exec(new URL(request.url).pathname)?.groups?.['key'];
    if (key === undefined || !named.has(decodeURIComponent(key))) await cache.delete(request);
  }
}
