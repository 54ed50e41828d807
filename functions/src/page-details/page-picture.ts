import { messageOf } from '#functions/errors/error-fields.ts';
import {
  fetchPublic,
  type FetcherOptions,
  type ExpectedContent,
} from '#functions/page-details/fetch-public.ts';
import type { Services } from '#functions/services/services.ts';

const MAX_BYTES = 2 * 1024 * 1024;
const MAX_TRIES = 3;
/** Accepts any content type, because the bytes tell the type. One byte over the limit detects a picture that is too large. */
const EXPECTED: ExpectedContent = {
  accept: 'image/webp,image/jpeg,image/png',
  type: /^/,
  maxBytes: MAX_BYTES + 1,
};

/**
 * Returns the first usable picture, shrunk, or null if there is none or no image store. Never throws, because a page needs no
 * picture.
 */
export async function pictureOf(
  urls: readonly string[],
  { imageStore, shrinkPicture }: Pick<Services, 'imageStore' | 'shrinkPicture'>,
  options: FetcherOptions,
): Promise<Uint8Array | null> {
  if (urls.length === 0 || (await imageStore()) === null) return null;
  for (const url of urls.slice(0, MAX_TRIES)) {
    const bytes = await bytesAt(url, options);
    const picture = bytes === null ? null : await shrinkPicture(bytes);
    if (picture !== null) return picture;
  }
  return null;
}

async function bytesAt(url: string, options: FetcherOptions): Promise<Uint8Array | null> {
  try {
    const { bytes } = await fetchPublic(url, EXPECTED, options);
    return bytes.byteLength > MAX_BYTES ? null : bytes;
  } catch {
    return null;
  }
}

/** Stores the picture. Returns its key, or null if that fails. */
export async function storePicture(
  picture: Uint8Array,
  isFresh: boolean,
  { imageStore, log }: Pick<Services, 'imageStore' | 'log'>,
  uid: string,
): Promise<string | null> {
  try {
    const store = await imageStore();
    return store && (await store.storePicture(uid, picture, isFresh));
  } catch (error) {
    log.warn('a picture could not be stored', { error: messageOf(error) });
    return null;
  }
}
