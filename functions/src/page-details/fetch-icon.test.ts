import { expect, test } from 'vitest';

import { addressGuard } from '#functions/page-details/address-guard.ts';
import { fetchIcon } from '#functions/page-details/fetch-icon.ts';
import { serve } from '#functions/testing/serve.ts';

const GIF = Buffer.concat([Buffer.from('GIF89a'), Buffer.from([32, 0, 32, 0])]);
const OPTIONS = {
  allowed: addressGuard(['127.0.0.1']),
  resolve: async () => [],
  timeoutMs: 5000,
  maxRedirects: 5,
};

test('fetchIcon returns the first image, even if its content type is wrong', async () => {
  const requests: string[] = [];
  const origin = await serve(({ url = '' }, response) => {
    requests.push(url);
    if (url === '/gone.png') response.writeHead(404).end();
    else if (url === '/page.png') response.writeHead(200, { 'content-type': 'image/png' }).end('<html>');
    else response.writeHead(200, { 'content-type': 'text/plain' }).end(GIF);
  });
  const icons = ['/gone.png', '/page.png', '/good.gif', '/never.gif'];
  const icon = await fetchIcon(
    icons.map((path) => origin + path),
    OPTIONS,
  );
  expect(icon).toMatchObject({ url: `${origin}/good.gif`, image: { type: 'image/gif', extension: 'gif' } });
  expect(Buffer.from(icon?.image.bytes ?? [])).toEqual(GIF);
  expect(requests).toEqual(['/gone.png', '/page.png', '/good.gif']);
});

test('fetchIcon stops after three failed icons', async () => {
  const requests: string[] = [];
  const origin = await serve(({ url = '' }, response) => {
    requests.push(url);
    response.writeHead(500).end();
  });
  const icons = ['/1', '/2', '/3', '/4'].map((path) => origin + path);
  expect(await fetchIcon(icons, OPTIONS)).toBeNull();
  expect(requests).toEqual(['/1', '/2', '/3']);
});

test('fetchIcon accepts icons of up to 100 KiB', async () => {
  const origin = await serve(({ url = '' }, response) => {
    response.end(Buffer.concat([GIF, Buffer.alloc(Number(url.slice(1)) - GIF.length)]));
  });
  const iconOf = async (size: number) => fetchIcon([`${origin}/${size}`], OPTIONS);
  expect(await iconOf(100 * 1024)).toMatchObject({ image: { extension: 'gif' } });
  expect(await iconOf(100 * 1024 + 1)).toBeNull();
});

test.each(['http://127.0.0.2/', 'http://169.254.169.254/favicon.ico', 'http://[::1]/', 'file:///etc/hosts'])(
  'fetchIcon neither requests an icon at %s nor follows a redirect to it',
  async (inside) => {
    const origin = await serve((_request, response) => response.writeHead(302, { location: inside }).end());
    expect(await fetchIcon([inside, origin], OPTIONS)).toBeNull();
  },
);
