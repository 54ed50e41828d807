import { expect, type Page } from '@playwright/test';

import { newMember } from './accounts.ts';
import { login, test } from './fixtures.ts';
import { scrollTo } from './library-page.ts';

const HOSTILE = '<img src=x onerror=document.title="broken"><script>document.title="broken"</script>';

test('a reload shows the first-paint snapshot before the app runs, but not on other routes or after a logout', async ({
  page,
}) => {
  await login(
    page,
    await newMember(),
    `/links/create?url=first.invalid&title=${encodeURIComponent(HOSTILE)}`,
  );
  await page.getByRole('button', { name: 'Create' }).click();
  await expect(page).toHaveURL(/\/links\/\d+$/);
  await page.goto('/');
  await expect(page.getByRole('button', { name: `More for ${HOSTILE}` })).toBeVisible();

  const snapshot = page.locator('#root > [inert]');
  const letAppRun = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await expect(snapshot.getByText(HOSTILE, { exact: true })).toBeVisible();
  const row = snapshot.locator('[role=row]').filter({ hasText: HOSTILE });
  await expect(row).toHaveCSS('position', 'absolute');
  await expect(row).toHaveCSS('top', '0px');
  letAppRun();
  await expect(page.getByRole('button', { name: `More for ${HOSTILE}` })).toBeEnabled();
  await expect(snapshot).toHaveCount(0);
  await expect(page).toHaveTitle('Foldmark');

  const isEmptyAtStart = async (): Promise<void> => {
    await expect.poll(async () => page.evaluate('document.readyState')).toBe('interactive');
    await expect(page.locator('#root')).toBeEmpty();
  };
  // The snapshot shows the top of the list. This list was left further down.
  await page.setViewportSize({ width: 1280, height: 240 });
  await scrollTo(page.getByRole('grid'), 10);
  const letScrolledRun = await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await isEmptyAtStart();
  letScrolledRun();
  await expect.poll(async () => page.getByRole('grid').evaluate((list) => list.scrollTop)).toBe(10);
  const letTrashRun = await holdApp(page);
  await page.goto('/folders/trash', { waitUntil: 'commit' });
  await isEmptyAtStart();
  letTrashRun();
  await expect(page.getByRole('heading', { name: 'Trash' })).toBeVisible();

  await page.goto('/');
  await page.getByRole('button', { name: 'Log out' }).click();
  await expect(page.getByRole('link', { name: 'Join Now!' }).first()).toBeVisible();
  await holdApp(page);
  await page.reload({ waitUntil: 'commit' });
  await isEmptyAtStart();
  expect(await page.evaluate("localStorage.getItem('foldmark.first-screen')")).toBeNull();
});

/** Delays the app's script until the returned function is called. */
async function holdApp(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<undefined>();
  await page.route('**/assets/index-*.js', async (route) => {
    await held.promise;
    await route.continue();
  });
  return () => {
    held.resolve(undefined);
  };
}
