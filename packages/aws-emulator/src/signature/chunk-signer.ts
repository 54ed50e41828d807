import { createHash, createHmac } from 'node:crypto';

import { Sha256 } from '@aws-crypto/sha256-js';
import { createScope, getSigningKey } from '@smithy/signature-v4';

import type { Caller } from '#aws/signature/authenticate.ts';

const EMPTY_HASH = sha256('');

/** Each chunk's signature covers the previous one, and the first that of the request. So no chunk can be removed or moved. */
export interface ChunkSigner {
  signatureOf(chunk: Uint8Array): string;
  /** `trailers` has a line `name:value\n` for each trailer. */
  signatureOfTrailers(trailers: string): string;
}

export async function chunkSigner({ signature, secret }: Omit<Caller, 'session'>): Promise<ChunkSigner> {
  const { accessKeyId, day, region, service, date } = signature;
  const key = await getSigningKey(Sha256, { accessKeyId, secretAccessKey: secret }, day, region, service);
  const scope = createScope(day, region, service);
  let previous = signature.signature;
  const next = (kind: string, ...hashes: readonly string[]): string => {
    const text = [`AWS4-HMAC-SHA256-${kind}`, date, scope, previous, ...hashes].join('\n');
    previous = createHmac('sha256', key).update(text).digest('hex');
    return previous;
  };
  return {
    signatureOf: (chunk) => next('PAYLOAD', EMPTY_HASH, sha256(chunk)),
    signatureOfTrailers: (trailers) => next('TRAILER', sha256(trailers)),
  };
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
