import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer } from 'node:net';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { afterEach, describe, expect, test } from 'vitest';

import { addressGuard } from '#functions/page-details/address-guard.ts';
import {
  fetchPublic,
  type FetcherOptions,
  type ExpectedContent,
} from '#functions/page-details/fetch-public.ts';
import { UnreadablePage } from '#functions/page-details/unreadable-page.ts';
import { serve } from '#functions/testing/serve.ts';

const HTML = { 'content-type': 'text/html; charset=utf-8' };
const LIMIT = 64 * 1024;
const EXPECTED: ExpectedContent = { accept: 'text/html', type: /^text\/html/, maxBytes: LIMIT };

const running: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of running.splice(0)) server.close();
});

async function listen(server: TcpServer, host: string): Promise<string> {
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return `http://${host}:${address.port}`;
}

const silentNames: FetcherOptions['resolve'] = async () => new Promise(() => undefined);

/** In these tests 127.0.0.1 counts as a public address, and all other local addresses count as private. */
function options(changes: Partial<FetcherOptions> = {}): FetcherOptions {
  return {
    allowed: addressGuard(['127.0.0.1']),
    resolve: async (hostname) => {
      const address = { 'public.test': '127.0.0.1', 'inside.test': '127.0.0.2' }[hostname];
      if (address === undefined) throw new Error(`unknown host ${hostname}`);
      return [{ address, family: 4 }];
    },
    timeoutMs: 5000,
    maxRedirects: 5,
    ...changes,
  };
}

async function outcome(url: string, changes: Partial<FetcherOptions> = {}): Promise<unknown> {
  try {
    return await fetchPublic(url, EXPECTED, options(changes));
  } catch (error) {
    return error;
  }
}

function redirectTo(location: string): RequestListener {
  return (_request, response) => {
    response.writeHead(302, { location }).end();
  };
}

describe('fetchPublic reads', () => {
  test('a page, by a name and through redirects', async () => {
    const origin = await serve((request, response) => {
      if (request.url === '/old') response.writeHead(301, { location: '/new?x=1' }).end();
      else response.writeHead(200, HTML).end(`<title>${request.url} at ${request.headers.host}</title>`);
    });
    const { port } = new URL(origin);
    const page = await fetchPublic(`http://public.test:${port}/old`, EXPECTED, options());
    expect(page.url.href).toBe(`http://public.test:${port}/new?x=1`);
    expect(Buffer.from(page.bytes).toString()).toBe(`<title>/new?x=1 at public.test:${port}</title>`);
  });

  test.each([
    ['gzip', gzipSync],
    ['br', brotliCompressSync],
  ])('a page compressed with %s', async (encoding, compress) => {
    const origin = await serve((_request, response) => {
      response
        .writeHead(200, { ...HTML, 'content-encoding': encoding })
        .end(compress('<title>small</title>'));
    });
    const page = await fetchPublic(origin, EXPECTED, options());
    expect(Buffer.from(page.bytes).toString()).toBe('<title>small</title>');
  });
});

describe('fetchPublic never connects', () => {
  // The reason shows that the guard has rejected the url, not a server's answer.
  test.each([
    ['http://127.0.0.2/', 'not a public address'],
    ['http://0.0.0.0/', 'not a public address'],
    ['http://2130706434/', 'not a public address'],
    ['http://0x7f000002/', 'not a public address'],
    ['http://0177.0.0.2/', 'not a public address'],
    ['http://0177.0x0.2/', 'not a public address'],
    ['http://127.2/', 'not a public address'],
    ['http://[::1]/', 'not a public address'],
    ['http://[::ffff:127.0.0.2]/', 'not a public address'],
    ['http://[::ffff:7f00:2]/', 'not a public address'],
    ['http://[64:ff9b::7f00:2]/', 'not a public address'],
    ['http://[fd00:ec2::254]/', 'not a public address'],
    ['http://169.254.169.254/latest/meta-data/', 'not a public address'],
    ['http://１２７.０.０.２/', 'not a public address'],
    ['http://inside.test/', 'not a public address'],
    ['http://INSIDE.test/', 'not a public address'],
    // Web ports, and ports from 1024, are allowed.
    ['https://inside.test:80/', 'not a public address'],
    ['http://inside.test:443/', 'not a public address'],
    ['http://inside.test:1024/', 'not a public address'],
    ['http://127.0.0.1:25/', 'not a web port'],
    ['http://127.0.0.1:1023/', 'not a web port'],
    ['ftp://127.0.0.1/', 'not a web page'],
    ['file:///etc/passwd', 'not a web page'],
    ['javascript:alert(1)', 'not a web page'],
    ['https://two words', 'not a url'],
    ['', 'not a url'],
  ])('to %s', async (url, reason) => {
    expect(await outcome(url)).toEqual(new UnreadablePage(reason));
  });

  test.each([
    ['http://127.0.0.2/', 'not a public address'],
    ['http://[::1]/', 'not a public address'],
    ['http://inside.test/', 'not a public address'],
    ['file:///etc/passwd', 'not a web page'],
    ['//2130706434/', 'not a public address'],
  ])('to %s when a page redirects there', async (location, reason) => {
    expect(await outcome(await serve(redirectTo(location)))).toEqual(new UnreadablePage(reason));
  });

  test.each([
    ['after', ['127.0.0.1', '10.0.0.1']],
    ['before', ['10.0.0.1', '127.0.0.1']],
  ])('to a name with a private address %s a public one', async (_where, addresses) => {
    let requests = 0;
    const origin = await serve((_request, response) => {
      requests += 1;
      response.writeHead(200, HTML).end('public');
    });
    const resolve = async () => addresses.map((address) => ({ address, family: 4 }));
    const result = await outcome(`http://public.test:${new URL(origin).port}/`, { resolve });
    expect(result).toEqual(new UnreadablePage('not a public address'));
    expect(requests).toBe(0);
  });

  test('to a name without an address', async () => {
    expect(await outcome('http://public.test/', { resolve: async () => [] })).toEqual(
      new UnreadablePage('not a public address'),
    );
  });

  test('to a second DNS answer', async () => {
    let lookups = 0;
    const inside = await serve(
      (_request, response) => response.writeHead(200, HTML).end('inside'),
      '127.0.0.2',
    );
    const resolve = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
    };
    const result = await outcome(`http://rebinding.test:${new URL(inside).port}/`, { resolve });
    expect(result).toMatchObject({ code: 'ECONNREFUSED', address: '127.0.0.1' });
    expect(lookups).toBe(1);
  });
});

describe('fetchPublic stops', () => {
  test('on an endless redirect', async () => {
    let hops = 0;
    const origin = await serve((_request, response) => {
      hops += 1;
      response.writeHead(302, { location: `/${hops}` }).end();
    });
    expect(await outcome(origin)).toMatchObject({ name: 'UnreadablePage', message: 'too many redirects' });
    expect(hops).toBe(6);
  });

  test.each([
    ['a redirect without a location', 302, {}],
    ['a missing page', 404, HTML],
    ['an empty answer', 204, HTML],
    ['an unexpected content type', 200, { 'content-type': 'image/png' }],
    ['no content type', 200, {}],
    ['an unknown encoding', 200, { ...HTML, 'content-encoding': 'gzip, gzip' }],
  ])('permanently on %s', async (_what, status, headers) => {
    const origin = await serve((_request, response) => response.writeHead(status, headers).end());
    expect(await outcome(origin)).toBeInstanceOf(UnreadablePage);
  });

  test.each([429, 500, 503])('temporarily on status %i', async (status) => {
    const origin = await serve((_request, response) => response.writeHead(status, HTML).end());
    const result = await outcome(origin);
    expect(result).toBeInstanceOf(Error);
    expect(result).not.toBeInstanceOf(UnreadablePage);
  });

  test('after maxBytes of an endless body', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, HTML);
      const more = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', more);
      more();
    });
    expect(await outcome(origin)).toMatchObject({ bytes: { byteLength: LIMIT } });
  });

  test('before the body of a redirect and closes the connection', async () => {
    const closed = Promise.withResolvers<void>();
    const origin = await serve(({ url }, response) => {
      if (url !== '/') return void response.writeHead(200, HTML).end('here');
      response.on('close', closed.resolve).writeHead(302, { location: '/there' }).write('more to come');
    });
    // The timeout would also close the connection, so it is longer than the test's own timeout.
    const result = await outcome(origin, { timeoutMs: 120_000 });
    expect(result).toMatchObject({ contentType: HTML['content-type'] });
    await closed.promise;
  });

  test('after maxBytes of a gzip bomb', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024));
    const origin = await serve((_request, response) => {
      response.writeHead(200, { ...HTML, 'content-encoding': 'gzip' }).end(bomb);
    });
    expect(await outcome(origin)).toMatchObject({ bytes: { byteLength: LIMIT } });
  });

  test.each([
    ['gzip', 'Z_DATA_ERROR'],
    ['deflate', 'Z_DATA_ERROR'],
    ['br', 'ERR__ERROR_FORMAT_PADDING_2'],
  ])('permanently on a body that is not valid %s', async (encoding, reason) => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { ...HTML, 'content-encoding': encoding }).end('not compressed');
    });
    expect(await outcome(origin)).toEqual(new UnreadablePage(reason));
  });

  test('permanently on a server without TLS', async () => {
    const { port } = new URL(await serve((_request, response) => response.end()));
    expect(await outcome(`https://127.0.0.1:${port}/`)).toBeInstanceOf(UnreadablePage);
  });

  test('temporarily on a connection that is refused or reset', async () => {
    const cut = createTcpServer((socket) => socket.resetAndDestroy());
    running.push(cut);
    const origin = await listen(cut, '127.0.0.1');
    expect(await outcome(origin)).toMatchObject({ code: 'ECONNRESET' });
    const gone = createTcpServer();
    const nowhere = await listen(gone, '127.0.0.1');
    gone.close();
    expect(await outcome(nowhere)).toMatchObject({ code: 'ECONNREFUSED' });
  });

  test('permanently on headers that are too large', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, { ...HTML, 'x-huge': 'x'.repeat(64 * 1024) }).end();
    });
    expect(await outcome(origin)).toEqual(new UnreadablePage('HPE_HEADER_OVERFLOW'));
  });

  test('on a slow body after the timeout', async () => {
    const origin = await serve((_request, response) => {
      response.writeHead(200, HTML);
      const drip = setInterval(() => response.write('x'), 10);
      response.on('close', () => clearInterval(drip));
    });
    expect(await outcome(origin, { timeoutMs: 100 })).toBeInstanceOf(Error);
  });

  test.each([
    ['silence', ''],
    ['an unfinished header', 'HTTP/1.1 200 OK\r\nx: '],
    ['endless interim responses', 'HTTP/1.1 100 Continue\r\n\r\n'.repeat(1000)],
    ['another protocol', 'HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'],
    ['no HTTP', '220 mail.example.com ESMTP\r\n'],
  ])('on %s, at the latest after the timeout', async (_what, bytes) => {
    const server = createTcpServer((socket) => {
      socket.on('error', () => undefined).write(bytes);
      running.push({ close: () => socket.destroy() });
    });
    running.push(server);
    const origin = await listen(server, '127.0.0.1');
    expect(await outcome(origin, { timeoutMs: 100 })).toBeInstanceOf(Error);
  });

  test('on a silent name server after the timeout', async () => {
    expect(await outcome('http://public.test/', { resolve: silentNames, timeoutMs: 50 })).toMatchObject({
      message: 'timeout',
    });
  });
});
