import { expect, type Page } from '@playwright/test';

import { routeBytes, type RouteBytes } from '@foldmark/tools/checks/route-bytes';

import { apiOf, newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';

/** The scripts that a page asks for, from now on. */
function listen(page: Page): { readonly asked: Set<string>; readonly forget: () => void } {
  const asked = new Set<string>();
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname;
    // The service worker belongs to no route.
    if (request.resourceType() === 'script' && path !== '/sw.js') asked.add(path.slice(1));
  });
  return {
    asked,
    forget: () => {
      asked.clear();
    },
  };
}

const scripts = (files: readonly string[]) => files.filter((file) => file.endsWith('.js'));

async function expectLoads(route: RouteBytes, asked: ReadonlySet<string>): Promise<void> {
  const missing = () => scripts(route.files).filter((file) => !asked.has(file));
  await expect.poll(missing, `what ${route.name} does not load`).toEqual([]);
  const known = new Set([...route.files, ...route.laterFiles]);
  const unknown = [...asked].filter((file) => !known.has(file));
  expect(unknown, `what ${route.name} loads without saying so`).toEqual([]);
}

test.describe('what a route loads is what its bytes are counted of', () => {
  test('for a visitor', async ({ page }) => {
    const { asked, forget } = listen(page);
    for (const route of (await routeBytes()).filter(({ isSignedIn }) => !isSignedIn)) {
      forget();
      await page.goto(route.path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectLoads(route, asked);
    }
  });

  test('for a member', async ({ page }) => {
    // A page for each route.
    test.slow();
    const [firstVisit, ...later] = (await routeBytes()).filter(({ isSignedIn }) => isSignedIn);
    if (firstVisit === undefined) throw new Error('There are no such routes.');
    const account = await newMember();
    const call = await apiOf(account);
    await call('/links/create/', { url: 'one.invalid' });
    await call('/folders/create/', { name: 'Reading' });

    const { asked, forget } = listen(page);
    await login(page, account);
    await expectLoads(firstVisit, asked);
    for (const route of later) {
      forget();
      await page.goto(route.path);
      await expect(page.getByRole('navigation', { name: 'Library' })).toBeVisible();
      await expectLoads(route, asked);
    }
  });
});
