import { expect, type Page } from '@playwright/test';

import { routeBytes, type RouteBytes } from '@foldmark/tools/checks/route-bytes';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';

/** Records the scripts that a page requests. */
function recordScripts(page: Page): { readonly requests: Set<string>; readonly reset: () => void } {
  const requests = new Set<string>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    // The service worker is not part of a route.
    if (request.resourceType() === 'script' && path !== '/sw.js') requests.add(path.slice(1));
  });
  return {
    requests,
    reset: () => {
      requests.clear();
    },
  };
}

const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js'));

async function expectLoads(route: RouteBytes, requests: ReadonlySet<string>): Promise<void> {
  const missing = () => scripts(route.files).filter((file) => !requests.has(file));
  await expect.poll(missing, `files that ${route.name} lists but does not load`).toEqual([]);
  const known = new Set([...route.files, ...route.laterFiles]);
  const unknown = [...requests].filter((file) => !known.has(file));
  expect(unknown, `files that ${route.name} loads but does not list`).toEqual([]);
}

test.describe('each route loads exactly the files that its byte count includes', () => {
  test('for a visitor', async ({ page }) => {
    const { requests, reset } = recordScripts(page);
    for (const route of (await routeBytes()).filter(({ isSignedIn }) => !isSignedIn)) {
      // The page before may still preload files.
      await page.goto('about:blank');
      reset();
      await page.goto(route.path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectLoads(route, requests);
    }
  });

  test('for a member', async ({ page }) => {
    const [firstVisit, ...later] = (await routeBytes()).filter(({ isSignedIn }) => isSignedIn);
    if (firstVisit === undefined) throw new Error('No route is for members.');
    const account = await newMember();
    const call = await apiOf(account);
    await call('/links/create/', { url: 'one.invalid' });
    await call('/folders/create/', { name: 'Reading' });

    const { requests, reset } = recordScripts(page);
    await login(page, account);
    await expectLoads(firstVisit, requests);
    for (const route of later) {
      await page.goto('about:blank');
      reset();
      await page.goto(route.path);
      await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
      await expectLoads(route, requests);
    }
  });
});
