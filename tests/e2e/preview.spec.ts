import { expect } from '@playwright/test';

import { previewOfDev, serveDeployed } from './deployed-host.ts';
import { openPanel, test } from './fixtures.ts';

// Routes of this context don't apply to requests of a service worker.
test.use({ serviceWorkers: 'block' });

// The page may still be loading resources that the test doesn't need.
test.afterEach(async ({ page, context }) => {
  await page.goto('about:blank');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a preview of the dev site calls its own API under the deployed policy, and no service on the machine of the visitor', async ({
  page,
  context,
}) => {
  const host = await previewOfDev();
  await serveDeployed(context, host);
  const requests = new Set<string>();
  page.on('request', (request) => requests.add(new URL(request.url()).host));
  await page.goto(`https://${host}/`);
  await page.getByRole('link', { name: 'Join Now!' }).click();
  const challenge = page.waitForResponse((response) => response.url().endsWith('/users/bot-challenge/'));
  const panel = await openPanel(page, 'Register with Email');
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');

  const response = await challenge;
  expect(response.status()).toBe(200);
  expect(await response.request().headerValue('x-firebase-appcheck')).toBeNull();
  expect([...requests]).toEqual([host]);
});
