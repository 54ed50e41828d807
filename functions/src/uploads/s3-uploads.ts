import { isUploadKey } from '@foldmark/contract/upload-keys';

import type { Uploads } from '#functions/services.ts';

export interface UploadOptions {
  readonly bucket: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  /** Where the bucket is read from; empty where there is none to ask. */
  readonly origin: string;
  readonly timeoutMs: number;
}

/** Uploads lie in a bucket that everybody may read, so a HEAD request says whether one is there. */
export function s3Uploads({ bucket, prefix, origin, timeoutMs }: UploadOptions): Uploads {
  return {
    holds: async (kind, givenBucket, key) => {
      if (givenBucket !== bucket || !isUploadKey(key, prefix, kind)) return false;
      if (origin === '') return true;
      const signal = AbortSignal.timeout(timeoutMs);
      const { ok } = await fetch(new URL(key, `${origin}/`), { method: 'HEAD', redirect: 'error', signal });
      return ok;
    },
  };
}
