import { createHash } from 'node:crypto';

import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

import type { RoleCredentials } from '#functions/uploads/role-credentials.ts';

export interface AwsClientOptions {
  readonly region: string;
  readonly credentials: RoleCredentials;
  readonly timeoutMs: number;
}

export interface AwsCall {
  readonly service: 's3' | 'cognito-identity';
  readonly method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  readonly url: URL;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
  /** The status codes of a success. */
  readonly expected: readonly number[];
}

/** Returns a response with an expected status. For any other status, throws an error that names it. */
export type AwsClient = (call: AwsCall) => Promise<Response>;

const TRIES = 2;
const EMPTY_BODY = new Uint8Array();

/**
 * Uses AWS's own signer with fetch, because AWS's clients are several times larger. Retries a failed call once with new
 * credentials: AWS may have revoked the old ones, and 409 and 503 ask for a retry.
 */
export function awsClient({ region, credentials, timeoutMs }: AwsClientOptions): AwsClient {
  const send = async ({
    service,
    method,
    url,
    headers = {},
    body = EMPTY_BODY,
  }: AwsCall): Promise<Response> => {
    const signer = new SignatureV4({
      credentials: await credentials.get(),
      region,
      service,
      sha256: Sha256,
      // All services but S3 sign a path that is escaped a second time.
      uriEscapePath: service !== 's3',
    });
    const signed = await signer.sign({
      method,
      protocol: url.protocol,
      hostname: url.hostname,
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: {
        ...headers,
        host: url.host,
        'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
      },
    });
    return fetch(url, {
      method,
      headers: signed.headers,
      // Copies the bytes, because they may be a view of a larger buffer.
      body: body.byteLength === 0 ? null : Uint8Array.from(body),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
  };

  return async (call) => {
    let status = 0;
    for (let tries = 0; tries < TRIES; tries += 1) {
      const response = await send(call);
      ({ status } = response);
      if (call.expected.includes(status)) return response;
      await response.body?.cancel();
      credentials.discard();
    }
    throw new Error(`AWS answered ${status} to ${call.method} of ${call.service}`);
  };
}
