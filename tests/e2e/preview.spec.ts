import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, type BrowserContext } from '@playwright/test';

import { settingOf } from './accounts.ts';
import { openPanel, test } from './fixtures.ts';

const ROOT = join(import.meta.dirname, '../..');
const POLICY = 'Content-Security-Policy';

// What this browser is given for the host is not there for a service worker, which asks by itself.
test.use({ serviceWorkers: 'block' });

test('a preview of the dev site calls its own API, under the deployed policy, and nothing of the machine it is opened on', async ({
  page,
  context,
}) => {
  const host = await previewOfDev();
  await servePreview(context, host);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).host));
  await page.goto(`https://${host}/`);
  await page.getByRole('link', { name: 'Join Now!' }).click();
  const challenge = page.waitForResponse((response) => response.url().endsWith('/users/bot-challenge/'));
  const panel = await openPanel(page, 'Register with Email');
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');

  expect((await challenge).status()).toBe(200);
  expect([...asked]).toEqual([host]);
});

async function previewOfDev(): Promise<string> {
  const { dev }: { dev: { hosts: string[] } } = JSON.parse(
    await readFile(join(ROOT, 'deploy/environments.json'), 'utf8'),
  );
  const host = dev.hosts.find((name) => name.endsWith('.web.app')) ?? '';
  return host.replace('.web.app', '--pr-7-a1b2c3d4.web.app');
}

/** What Hosting would serve there: the app and the API of this run, and the headers of firebase.json as they are deployed. */
async function servePreview(context: BrowserContext, host: string): Promise<void> {
  const { hosting }: { hosting: { headers: { headers: { key: string; value: string }[] }[] } } = JSON.parse(
    await readFile(join(ROOT, 'firebase.json'), 'utf8'),
  );
  const policy = hosting.headers.flatMap(({ headers }) => headers).find(({ key }) => key === POLICY);
  await context.route(`https://${host}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const response = await route.fetch({ url: `${settingOf('FOLDMARK_APP_URL')}${pathname}${search}` });
    const headers = { ...response.headers(), [POLICY.toLowerCase()]: policy?.value ?? '' };
    await route.fulfill({ response, headers });
  });
}
