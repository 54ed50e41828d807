import { localUploads, type Environment } from '#web/app/environment.ts';
import { UPLOADS_CACHE } from '#web/sync/live/uploads-cache.ts';

import type { Answer } from './answer.ts';

/** Icons are small, uploaded images up to 5 MiB: what was seen last counts. */
const AT_MOST = 600;

interface Uploads {
  readonly has: (url: URL) => boolean;
  readonly answer: Answer;
  /** Fetches an image that was shown when there was no worker yet, unless it is here or not one of these. */
  readonly keep: (url: URL) => Promise<void>;
}

/**
 * Uploaded images and stored icons, so that a library looks the same without a network. Nothing at an address of theirs
 * ever changes, so what is here is never asked for again.
 */
export function createUploads({ name, uploads }: Environment): Uploads {
  const has = name === 'local' ? isLocalUpload : ({ href }: URL) => href.startsWith(`${uploads.baseUrl}/`);
  return {
    has,
    answer: async ({ request }) => {
      const cache = await caches.open(UPLOADS_CACHE);
      const kept = await cache.match(request.url);
      if (kept !== undefined) return kept;
      const fresh = await fetchReadable(request.url);
      if (fresh === null) return fetch(request);
      if (fresh.ok) await keep(cache, request.url, fresh.clone());
      return fresh;
    },
    keep: async (url) => {
      const cache = await caches.open(UPLOADS_CACHE);
      if (!has(url) || (await cache.match(url.href)) !== undefined) return;
      const fresh = await fetchReadable(url.href);
      if (fresh?.ok === true) await keep(cache, url.href, fresh);
    },
  };
}

/** By its path alone: the port is another one in each run. */
function isLocalUpload({ hostname, pathname }: URL): boolean {
  const local = new URL(localUploads('http://127.0.0.1').baseUrl);
  return hostname === local.hostname && pathname.startsWith(`${local.pathname}/`);
}

/**
 * An image is asked for without CORS, and the browser then counts some megabytes for each answer it can't look into. So it
 * is asked for again in the open, and past the browser's own cache, which may have it from then without CORS. Null where
 * the bucket does not allow it.
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

async function keep(cache: Cache, url: string, response: Response): Promise<void> {
  try {
    await cache.put(url, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, -AT_MOST).map(async (oldest) => cache.delete(oldest)));
  } catch {
    // There is no room: the image shows, and is fetched again next time.
  }
}
