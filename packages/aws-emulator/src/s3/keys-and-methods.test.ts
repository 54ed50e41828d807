import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import type { TemporaryCredentials } from '#aws/credentials/credentials.ts';
import { raw, signedPut, signer } from '#aws/testing/raw-request.ts';
import { BUCKET, png, TestServer, uploadKey } from '#aws/testing/test-server.ts';

let server: TestServer;
let credentials: TemporaryCredentials;

beforeAll(async () => {
  server = await TestServer.start();
  credentials = await server.testerCredentials();
});

afterAll(async () => server.end());

describe('a key is a name and not a path:', () => {
  test.each([
    `/${BUCKET}/dev/uploads/links/../../../../etc/passwd`,
    `/${BUCKET}/dev/uploads/links/%2e%2e/%2e%2e/secret.png`,
    `/${BUCKET}/dev/uploads/links/..%2f..%2f..%2fcredentials.key`,
    `/${BUCKET}/..%5c..%5ccredentials.key`,
    `/${BUCKET}/%00`,
    `/../${BUCKET}/dev/uploads/links/a.png`,
    `/${BUCKET}//dev/uploads/links/a.png`,
  ])('%s reads nothing', async (path) => {
    const { status, body } = await raw(server, 'GET', path);
    expect([403, 404]).toContain(status);
    expect(body).toMatch(/<Code>(?:AccessDenied|NoSuchBucket)<\/Code>/u);
  });

  test('an upload to ../ is stored under exactly this name', async () => {
    const key = `dev/uploads/links/../folders/${crypto.randomUUID()}.png`;
    const path = `/${BUCKET}/${key}`;
    const { status } = await raw(
      server,
      'PUT',
      path,
      await signedPut(server, credentials, path, png()),
      png(),
    );
    expect(status).toBe(200);
    expect((await raw(server, 'GET', path)).status).toBe(200);
    expect(await server.isReadable(key.replace('links/../', ''))).toBe(false);
  });

  test('a key that is too long or invalid gets its error', async () => {
    expect((await raw(server, 'GET', `/${BUCKET}/${'x'.repeat(1025)}`)).body).toContain(
      '<Code>KeyTooLongError</Code>',
    );
    expect((await raw(server, 'GET', `/${BUCKET}/%ff`)).body).toContain('<Code>InvalidURI</Code>');
  });
});

describe('the method of a request counts:', () => {
  test('no header overrides it', async () => {
    const key = uploadKey();
    const path = `/${BUCKET}/${key}`;
    await raw(server, 'PUT', path, await signedPut(server, credentials, path, png()), png());
    const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' };
    expect((await raw(server, 'GET', `/${BUCKET}/${key}`, headers)).status).toBe(200);
    expect((await raw(server, 'POST', `/${BUCKET}/${key}`, headers)).body).toContain(
      '<Code>MethodNotAllowed</Code>',
    );
    expect(await server.isReadable(key)).toBe(true);
  });

  test.each(['PATCH', 'TRACE', 'PROPFIND'])('%s is not allowed', async (method) => {
    const { status, body } = await raw(server, method, `/${BUCKET}/${uploadKey()}`);
    expect(status).toBe(405);
    expect(body).toContain(`<Method>${method}</Method>`);
  });

  test.each(['?list-type=2', '?acl', '?policy', '?cors', '?versions'])(
    '%s of the bucket is refused',
    async (query) => {
      expect((await raw(server, 'GET', `/${BUCKET}${query}`)).body).toContain('<Code>AccessDenied</Code>');
    },
  );

  test('multipart uploads are refused, since they do not support the condition', async () => {
    const path = `/${BUCKET}/${uploadKey()}`;
    expect((await raw(server, 'POST', `${path}?uploads=`)).body).toContain('<Code>AccessDenied</Code>');
    const request = {
      method: 'POST',
      protocol: 'http:',
      hostname: '127.0.0.1',
      path,
      query: { uploads: '' },
    };
    const host = { host: `127.0.0.1:${server.port}`, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD' };
    const { headers } = await signer(credentials).sign({ ...request, headers: host });
    expect((await raw(server, 'POST', `${path}?uploads=`, headers)).body).toContain(
      '<Code>AccessDenied</Code>',
    );
  });
});
