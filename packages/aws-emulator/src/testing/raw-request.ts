import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';

import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

import type { TemporaryCredentials } from '#aws/credentials/credentials.ts';
import type { TestServer } from '#aws/testing/test-server.ts';

export interface RawAnswer {
  readonly status: number;
  readonly body: string;
}

/** Sends a request without a client that would normalize paths or lengths. */
export async function raw(
  server: TestServer,
  method: string,
  path: string,
  headers: Record<string, string | number> = {},
  body: string | Buffer = '',
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port: server.port, method, path, headers };
    const outgoing = httpRequest(options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (data: string) => (text += data));
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, body: text });
      });
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export function signer(credentials: TemporaryCredentials): SignatureV4 {
  return new SignatureV4({
    credentials,
    region: 'us-east-1',
    service: 's3',
    sha256: Sha256,
    uriEscapePath: false,
  });
}

/** The headers of a correctly signed put. */
export async function signedPut(
  server: TestServer,
  credentials: TemporaryCredentials,
  path: string,
  body: Buffer,
  more: Record<string, string> = {},
): Promise<Record<string, string>> {
  const headers = {
    host: `127.0.0.1:${server.port}`,
    'content-type': 'image/png',
    'if-none-match': '*',
    'x-amz-content-sha256': createHash('sha256').update(body).digest('hex'),
    ...more,
  };
  const request = { method: 'PUT', protocol: 'http:', hostname: '127.0.0.1', path, headers };
  const signed = await signer(credentials).sign(request, { signingDate: new Date(server.clock.now) });
  return signed.headers;
}
