import { createServer } from 'node:http';

import { expect, type Request } from '@playwright/test';

import { newMember, settingOf } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { seedLinks } from './seed-links.ts';

test('requests to Firestore have only the origin as referrer, which a browser key restricted to websites needs', async ({
  page,
}) => {
  const account = await newMember();
  const firestore = `http://${settingOf('FOLDMARK_FIRESTORE_HOST')}/`;
  const sent = page.waitForRequest((request) => request.url().startsWith(firestore));
  await login(page, account, '/folders/favorites?q=a-secret');

  expect(await refererOf(await sent)).toBe(`${new URL(page.url()).origin}/`);
});

test('requests to the API have only the origin as referrer, without the folder or url of the page', async ({
  page,
}) => {
  const account = await newMember();
  const sent = page.waitForRequest((request) => request.url().includes('/api/'));
  await login(page, account, '/folders/favorites?q=a-secret');

  expect(await refererOf(await sent)).toBe(`${new URL(page.url()).origin}/`);
});

test('a site opened from a list gets no referrer', async ({ page }) => {
  const account = await newMember();
  await using site = await openedSite();
  await seedLinks(account, 1, { url: `${site.url}/opened`, name: 'Opened' });
  await login(page, account);
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Opened' }).click(),
  ]);
  await popup.getByRole('heading', { name: 'Here' }).waitFor();

  expect(site.referers).toEqual([undefined]);
  expect(await popup.evaluate(() => [document.referrer, window.opener])).toEqual(['', null]);
});

async function refererOf(request: Request): Promise<string | undefined> {
  return (await request.allHeaders())['referer'];
}

/** A foreign site that records the referrer of each visit. */
async function openedSite() {
  const referers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url === '/opened') referers.push(request.headers.referer);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<link rel="icon" href="data:,"><h1>Here</h1>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    referers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
