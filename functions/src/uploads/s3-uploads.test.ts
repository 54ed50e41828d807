import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { s3Uploads } from '#functions/uploads/s3-uploads.ts';

const KEY = 'dev/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png';
const OPTIONS = { bucket: 'images', prefix: 'dev/uploads/', origin: '', timeoutMs: 1000 };

test('an upload counts in its own bucket, below its own prefix and for its own kind only', async () => {
  const uploads = s3Uploads(OPTIONS);
  expect(await uploads.holds('link', 'images', KEY)).toBe(true);
  expect(await uploads.holds('folder', 'images', KEY)).toBe(false);
  expect(await uploads.holds('link', 'elsewhere', KEY)).toBe(false);
  expect(await s3Uploads({ ...OPTIONS, prefix: 'prod/uploads/' }).holds('link', 'images', KEY)).toBe(false);
});

test('an upload counts only when the bucket has it', async () => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    response.writeHead(asked.length === 1 ? 200 : 404).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const uploads = s3Uploads({ ...OPTIONS, origin: `http://127.0.0.1:${port}` });
    expect(await uploads.holds('link', 'images', KEY)).toBe(true);
    expect(await uploads.holds('link', 'images', KEY)).toBe(false);
    expect(asked[0]).toBe(`HEAD /${KEY}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
