import { setTimeout as sleep } from 'node:timers/promises';

import { IMAGE_HEAD_BYTES, imageTypeOfBytes, imageTypeOfName } from '@foldmark/library/entities/image-types';
import { UPLOAD_MAX_BYTES } from '@foldmark/contract/limits';
import { isUploadKey } from '@foldmark/contract/upload-keys';

import { Failure } from '#functions/errors/failure.ts';
import type { Uploads } from '#functions/services/images.ts';

export interface UploadOptions {
  readonly bucket: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  /** The URL for reading the bucket. Empty disables the check. */
  readonly origin: string;
  readonly timeoutMs: number;
  /** The delays before each further read of a missing object. */
  readonly pausesMs: readonly number[];
}

/**
 * Checks uploads in a bucket with public read access. Bucket policies can neither limit the size of an upload nor inspect its
 * content. So before a link or folder gets an image, this code reads the first bytes and checks their type.
 */
export function s3Uploads({ bucket, prefix, origin, timeoutMs, pausesMs }: UploadOptions): Uploads {
  return {
    hasImage: async (kind, givenBucket, key) => {
      if (givenBucket !== bucket || !isUploadKey(key, prefix, kind)) return false;
      if (origin === '') return true;
      const url = new URL(key, `${origin}/`);
      let head = await readHead(url, timeoutMs);
      // An upload becomes readable shortly after it arrives, when the bucket's guard function has checked it.
      for (const pause of pausesMs) {
        if (head !== null) break;
        await sleep(pause);
        head = await readHead(url, timeoutMs);
      }
      return head !== null && isImage(head, key);
    },
    acceptsKey: async (key) => isUploadKey(key, prefix, 'link') || isUploadKey(key, prefix, 'folder'),
  };
}

interface Head {
  readonly type: string | null;
  readonly size: number;
  readonly bytes: Uint8Array;
}

function isImage({ type, size, bytes }: Head, key: string): boolean {
  const named = imageTypeOfName(key);
  return named !== null && type === named && imageTypeOfBytes(bytes) === named && size <= UPLOAD_MAX_BYTES;
}

/** Returns null if the object is missing. S3 answers 403 for a missing object, because the public may not list the bucket. */
async function readHead(url: URL, timeoutMs: number): Promise<Head | null> {
  const response = await fetchHead(url, timeoutMs);
  const bytes = await firstBytes(response);
  if (response.status === 403 || response.status === 404 || response.status === 416) return null;
  if (!response.ok) throw new Failure('noImages', { cause: new Error(`S3 answered ${response.status}.`) });
  return { type: response.headers.get('content-type'), size: sizeOf(response.headers), bytes };
}

async function fetchHead(url: URL, timeoutMs: number): Promise<Response> {
  const headers = { range: `bytes=0-${IMAGE_HEAD_BYTES - 1}` };
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new Failure('noImages', { cause });
  }
}

/** Reads no more than the requested bytes, even if the server sends the whole object. */
async function firstBytes({ body }: Response): Promise<Uint8Array> {
  let bytes = Buffer.alloc(0);
  if (body === null) return bytes;
  try {
    for await (const chunk of body) {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length >= IMAGE_HEAD_BYTES) break;
    }
  } catch (cause) {
    throw new Failure('noImages', { cause });
  }
  return bytes.subarray(0, IMAGE_HEAD_BYTES);
}

/** The size of the whole object. Infinity, which counts as too large, if the headers do not contain it. */
function sizeOf(headers: Headers): number {
  const whole = headers.get('content-range')?.split('/').at(-1) ?? headers.get('content-length');
  return whole === null || !/^\d+$/.test(whole) ? Infinity : Number(whole);
}
