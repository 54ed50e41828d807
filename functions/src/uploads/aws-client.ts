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
  /** The statuses that are an answer. */
  readonly expected: readonly number[];
}

/** Answers with one of the expected statuses, or fails with the status that came. */
export type AwsClient = (call: AwsCall) => Promise<Response>;

const TRIES = 2;
const NOTHING = new Uint8Array();

/**
 * AWS's own signer over fetch: its clients would be several times its size. A call that fails is made once more with new
 * credentials, since AWS may have taken the old ones back, and 409 and 503 ask for another try.
 */
export function awsClient({ region, credentials, timeoutMs }: AwsClientOptions): AwsClient {
  const send = async ({ service, method, url, headers = {}, body = NOTHING }: AwsCall): Promise<Response> => {
    const signer = new SignatureV4({
      credentials: await credentials.get(),
      region,
      service,
      sha256: Sha256,
      // S3 alone wants the path as it is sent.
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
      // A copy of its own: what was read may be part of something larger.
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
      credentials.forget();
    }
    throw new Error(`AWS answered ${status} to ${call.method} of ${call.service}`);
  };
}
