import { once } from 'node:events';
import { createServer } from 'node:http';

import { expect, test } from 'vitest';

import { addressGuard } from '#functions/page-details/address-guard.ts';
import { fillInPageDetails } from '#functions/page-details/fill-in.ts';

const OPTIONS = {
  allowed: addressGuard(['127.0.0.1']),
  resolve: async () => {
    throw Object.assign(new Error('getaddrinfo EAI_AGAIN private.example.com'), { code: 'EAI_AGAIN' });
  },
  timeoutMs: 1000,
  maxBytes: 1024,
  maxRedirects: 5,
};

function world() {
  const lines: unknown[] = [];
  const keep = (message: string, fields: object) => void lines.push({ message, fields });
  const services = {
    log: { info: keep, warn: keep, error: keep },
    library: async () => {
      throw new Error('There is nothing to write.');
    },
  };
  return { services, lines };
}

test('a page that can be had later throws for the queue to try again, and names no host', async () => {
  const { services, lines } = world();
  const job = { uid: 'u1', link_id: 1, url: 'https://private.example.com/' };
  await expect(fillInPageDetails(job, services, OPTIONS)).rejects.toThrow(
    new Error('The page could not be read now: EAI_AGAIN'),
  );
  expect(lines).toEqual([]);
});

test('a page that can never be had ends the job, and the log names no url', async () => {
  const server = createServer((_request, response) => response.writeHead(404).end()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    const address = server.address();
    const port = typeof address === 'object' ? address?.port : undefined;
    const { services, lines } = world();
    await fillInPageDetails({ uid: 'u1', link_id: 1, url: `http://127.0.0.1:${port}/` }, services, OPTIONS);
    expect(lines).toEqual([
      { message: 'a page gives no details', fields: { reason: 'the page answered 404' } },
    ]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test.each([null, {}, { uid: '', link_id: 1, url: 'x' }])('a job such as %j is refused', async (job) => {
  await expect(fillInPageDetails(job, world().services, OPTIONS)).rejects.toThrow(Error);
});
