import { createHash } from 'node:crypto';

import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

import type { FaviconStore } from '#functions/services.ts';
import type { RoleCredentials } from '#functions/uploads/role-credentials.ts';

export interface FaviconOptions {
  /** Where the bucket is written to. */
  readonly origin: string;
  /** 'dev/uploads/' or 'prod/uploads/' */
  readonly prefix: string;
  readonly region: string;
  readonly credentials: RoleCredentials;
  readonly timeoutMs: number;
}

const CREATED = 200;
const EXISTS = 412;
const TRIES = 2;

/**
 * Icons lie in the bucket of uploads under the hash of their bytes, so that one that many sites or people have is there
 * once, and what an address answers never changes.
 */
export function s3Favicons({ origin, prefix, region, credentials, timeoutMs }: FaviconOptions): FaviconStore {
  const put = async (url: URL, type: string, hash: string, bytes: Uint8Array): Promise<Response> => {
    const signer = new SignatureV4({
      credentials: await credentials.get(),
      region,
      service: 's3',
      sha256: Sha256,
      // S3 alone wants the path as it is sent.
      uriEscapePath: false,
    });
    const { headers } = await signer.sign({
      method: 'PUT',
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      headers: {
        host: url.host,
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': type,
        'if-none-match': '*',
        'x-amz-content-sha256': hash,
      },
    });
    return fetch(url, {
      method: 'PUT',
      headers,
      // A copy of its own: what was read may be part of something larger.
      body: Uint8Array.from(bytes),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  };

  return {
    keep: async ({ bytes, type, extension }) => {
      const hash = createHash('sha256').update(bytes).digest('hex');
      const key = `${prefix}favicons/${hash}.${extension}`;
      const url = new URL(key, `${origin}/`);
      let status = 0;
      for (let tries = 0; tries < TRIES; tries += 1) {
        const response = await put(url, type, hash, bytes);
        await response.body?.cancel();
        ({ status } = response);
        if (status === CREATED || status === EXISTS) return key;
        // They may have been taken back, and 409 says that somebody else is putting the same one just now.
        credentials.forget();
      }
      throw new Error(`the store of favicons answered ${status}`);
    },
  };
}
