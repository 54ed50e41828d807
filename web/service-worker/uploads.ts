import { localUploads, type Environment } from '#web/app/start/environment.ts';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';

import type { Answer } from './answer.ts';

/** Icons are small, but uploaded images can have 5 MiB. The oldest are evicted first. */
const MAX_COUNT = 600;

interface Uploads {
  readonly has: (url: URL) => boolean;
  readonly answer: Answer;
  /** Caches an image that the page showed before the worker was active. Ignores other urls. */
  readonly store: (url: URL) => Promise<void>;
}

/**
 * Caches uploaded images and stored icons, so that a library looks the same without a network. Images at these urls never
 * change, so cached ones are not fetched again.
 */
export function createUploads({ name, uploads }: Environment): Uploads {
  const has = name === 'local' ? isLocalUpload : ({ href }: URL) => href.startsWith(`${uploads.baseUrl}/`);
  return {
    has,
    answer: async ({ request }) => {
      const cache = await caches.open(UPLOADS_CACHE);
      const cached = await cache.match(request.url);
      if (cached !== undefined) return cached;
      const fresh = await fetchReadable(request.url);
      if (fresh === null) return fetch(request);
      if (fresh.ok) await store(cache, request.url, fresh.clone());
      return fresh;
    },
    store: async (url) => {
      const cache = await caches.open(UPLOADS_CACHE);
      if (!has(url) || (await cache.match(url.href)) !== undefined) return;
      const fresh = await fetchReadable(url.href);
      if (fresh?.ok === true) await store(cache, url.href, fresh);
    },
  };
}

/** Ignores the port, which differs between runs. */
function isLocalUpload({ hostname, pathname }: URL): boolean {
  const local = new URL(localUploads('http://127.0.0.1').baseUrl);
  return hostname === local.hostname && pathname.startsWith(`${local.pathname}/`);
}

/**
 * Fetches an image with CORS. Images load without CORS by default, and browsers count each such opaque answer as several
 * megabytes of storage. Bypasses the HTTP cache, which may contain the opaque answer. Null if the bucket does not allow CORS.
 */
async function fetchReadable(url: string): Promise<Response | null> {
  try {
    return await fetch(url, {
      mode: 'cors',
      credentials: 'omit',
      cache: 'reload',
      referrerPolicy: 'no-referrer',
    });
  } catch {
    return null;
  }
}

async function store(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -MAX_COUNT).map(async (oldest) => cache.delete(oldest)));
  } catch {
    // The storage is full: the image shows, and is fetched again next time.
  }
}
