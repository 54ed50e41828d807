import { expect } from '@playwright/test';

import { previewOfDev, serveDeployed } from './deployed-host.ts';
import { openPanel, test } from './fixtures.ts';

// What this browser is given for the host is not there for a service worker, which asks by itself.
test.use({ serviceWorkers: 'block' });

// The page may still be loading what the test has no need of.
test.afterEach(async ({ context }) => context.unrouteAll({ behavior: 'ignoreErrors' }));

test('a preview of the dev site calls its own API, under the deployed policy, and nothing of the machine it is opened on', async ({
  page,
  context,
}) => {
  const host = await previewOfDev();
  await serveDeployed(context, host);
  const asked = new Set<string>();
  page.on('request', (request) => asked.add(new URL(request.url()).host));
  await page.goto(`https://${host}/`);
  await page.getByRole('link', { name: 'Join Now!' }).click();
  const challenge = page.waitForResponse((response) => response.url().endsWith('/users/bot-challenge/'));
  const panel = await openPanel(page, 'Register with Email');
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');

  const response = await challenge;
  expect(response.status()).toBe(200);
  expect(await response.request().headerValue('x-firebase-appcheck')).toBeNull();
  expect([...asked]).toEqual([host]);
});
