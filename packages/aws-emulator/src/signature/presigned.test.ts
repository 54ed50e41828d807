import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TemporaryCredentials } from '#aws/credentials/credentials.ts';
import { raw, signer } from '#aws/testing/raw-request.ts';
import { BUCKET, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

let server: TestServer;
let credentials: TemporaryCredentials;

beforeAll(async () => {
  server = await TestServer.start();
  credentials = await server.testerCredentials();
});

afterAll(async () => server.end());

async function presigned(method: string, expiresIn: number): Promise<{ path: string; key: string }> {
  const key = uploadKey();
  const path = `/${BUCKET}/${key}`;
  const headers = { host: `127.0.0.1:${server.port}`, 'if-none-match': '*' };
  const { query } = await signer(credentials).presign(
    {
      method,
      protocol: 'http:',
      hostname: '127.0.0.1',
      path,
      headers: { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' },
    },
    { expiresIn, signingDate: new Date(server.clock.now), unhoistableHeaders: new Set(['if-none-match']) },
  );
  const text = Object.entries(query ?? {}).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value))}`,
  );
  return { path: `${path}?${text.join('&')}`, key };
}

describe('a presigned URL', () => {
  const headers = { 'if-none-match': '*', 'content-type': 'image/png' };

  test('allows its request until it expires', async () => {
    const { path, key } = await presigned('PUT', 60);
    expect(await raw(server, 'PUT', path, headers, png())).toMatchObject({ status: 200 });
    expect(await server.isReadable(key)).toBe(true);
  });

  test('allows nothing after its expiry', async () => {
    const { path, key } = await presigned('PUT', 60);
    server.clock.now += 60_000;
    const { status, body } = await raw(server, 'PUT', path, headers, png());
    server.clock.now -= 60_000;
    expect(status).toBe(403);
    expect(body).toContain('<Message>Request has expired</Message>');
    expect(await server.isReadable(key)).toBe(false);
  });

  test('cannot be prolonged or used for another method', async () => {
    const { path } = await presigned('PUT', 60);
    const longer = await raw(
      server,
      'PUT',
      path.replace('X-Amz-Expires=60', 'X-Amz-Expires=6000'),
      headers,
      png(),
    );
    expect(longer.body).toContain('<Code>SignatureDoesNotMatch</Code>');
    const get = await presigned('GET', 60);
    expect((await raw(server, 'PUT', get.path, headers, png())).body).toContain(
      '<Code>SignatureDoesNotMatch</Code>',
    );
    const week = await raw(
      server,
      'PUT',
      path.replace('X-Amz-Expires=60', 'X-Amz-Expires=604801'),
      headers,
      png(),
    );
    expect(week.body).toContain('<Code>AuthorizationQueryParametersError</Code>');
  });

  test('needs all its parameters, and no Authorization header', async () => {
    const { path } = await presigned('PUT', 60);
    const without = await raw(server, 'PUT', path.replace(/&X-Amz-Date=[^&]+/u, ''), headers, png());
    expect(without.body).toContain('<Code>AuthorizationQueryParametersError</Code>');
    const twice = await raw(server, 'PUT', path, { ...headers, authorization: 'AWS4-HMAC-SHA256 x' }, png());
    expect(twice.body).toContain('<Code>InvalidArgument</Code>');
  });
});
