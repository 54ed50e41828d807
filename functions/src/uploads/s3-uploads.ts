import { setTimeout as sleep } from 'node:timers/promises';

import { IMAGE_HEAD_BYTES, imageTypeOfBytes, imageTypeOfName } from '@foldmark/contract/image-types';
import { UPLOAD_MAX_BYTES } from '@foldmark/contract/limits';
import { isUploadKey } from '@foldmark/contract/upload-keys';

import { Failure } from '#functions/errors/failure.ts';
import type { Uploads } from '#functions/services/images.ts';

export interface UploadOptions {
  readonly bucket: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  /** Where the bucket is read from; empty where there is none to ask. */
  readonly origin: string;
  readonly timeoutMs: number;
  /** How long to wait before each further look at what is not there yet. */
  readonly pausesMs: readonly number[];
}

/**
 * Uploads lie in a bucket that everybody may read. Its policies can neither limit the size of an upload nor look into
 * it, so what somebody wants to show is looked at here: its first bytes are asked for, and say what it is.
 */
export function s3Uploads({ bucket, prefix, origin, timeoutMs, pausesMs }: UploadOptions): Uploads {
  return {
    hasImage: async (kind, givenBucket, key) => {
      if (givenBucket !== bucket || !isUploadKey(key, prefix, kind)) return false;
      if (origin === '') return true;
      const url = new URL(key, `${origin}/`);
      let head = await readHead(url, timeoutMs);
      // The bucket shows an upload when its guard has looked at it, which is a moment after it has arrived.
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

/** Null where nothing is there. S3 says 403 of that to whoever may not list the bucket, which is everybody. */
async function readHead(url: URL, timeoutMs: number): Promise<Head | null> {
  const response = await ask(url, timeoutMs);
  const bytes = await firstBytes(response);
  if (response.status === 403 || response.status === 404 || response.status === 416) return null;
  if (!response.ok) throw new Failure('noImages', { cause: new Error(`S3 answered ${response.status}.`) });
  return { type: response.headers.get('content-type'), size: sizeOf(response.headers), bytes };
}

async function ask(url: URL, timeoutMs: number): Promise<Response> {
  const headers = { range: `bytes=0-${IMAGE_HEAD_BYTES - 1}` };
  try {
    return await fetch(url, { headers, redirect: 'error', signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new Failure('noImages', { cause });
  }
}

/** No more than were asked for, also of a server that sends everything. */
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

/** Of the whole object, of which a part was sent. One that does not say so is too large. */
function sizeOf(headers: Headers): number {
  const whole = headers.get('content-range')?.split('/').at(-1) ?? headers.get('content-length');
  return whole === null || !/^\d+$/.test(whole) ? Infinity : Number(whole);
}
