import { PrecacheController } from 'workbox-precaching';

import type { Answer } from './answer.ts';

const PAGE = '/index.html';
const PREFIX = 'foldmark-shell-';
/** Marks the cache of a version that has served pages. */
const SERVED = '/served';

export type Manifest = readonly { readonly url: string; readonly revision: string | null }[];

interface Shell {
  readonly install: (event: ExtendableEvent) => Promise<unknown>;
  readonly activate: () => Promise<void>;
  /** Answers every route of the app with its single page. */
  readonly page: Answer;
  readonly has: (url: URL) => boolean;
  readonly file: Answer;
  /** Answers a request for a file of the previous version, which a tab may still show. */
  readonly earlierFile: Answer;
}

/**
 * Stores the files of each version in a separate cache. Workbox would delete the previous version's files on activation, but
 * another tab may still need to load some. So the previous cache stays until the next version.
 */
export function createShell(manifest: Manifest): Shell {
  const name = PREFIX + versionOf(manifest);
  const files = new PrecacheController({ cacheName: name });
  files.addToCacheList([...manifest]);
  const page = files.createHandlerBoundToURL(PAGE);
  return {
    install: async (event) => files.install(event),
    activate: async () => {
      const cache = await caches.open(name);
      const others = (await caches.keys()).filter((key) => key.startsWith(PREFIX) && key !== name);
      const served = await Promise.all(others.map(async (key) => caches.match(SERVED, { cacheName: key })));
      const before = others.findLast((_, index) => served[index] !== undefined);
      await Promise.all(others.filter((key) => key !== before).map(async (key) => caches.delete(key)));
      await cache.put(SERVED, new Response());
    },
    page,
    has: ({ href }) => files.getCacheKeyForURL(href) !== undefined,
    file: async ({ request, event, url }) => {
      const cacheKey = files.getCacheKeyForURL(url.href);
      return files.strategy.handle({ request, event, params: { cacheKey } });
    },
    earlierFile: async ({ request }) => (await caches.match(request)) ?? fetch(request),
  };
}

/** A hash of the manifest: equal manifests are the same version. */
function versionOf(manifest: Manifest): string {
  let hash = 5381;
  for (const character of JSON.stringify(manifest)) hash = ((hash * 33) ^ character.charCodeAt(0)) >>> 0;
  return hash.toString(36);
}
