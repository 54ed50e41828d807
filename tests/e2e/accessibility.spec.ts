import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

import { newMember } from './accounts.ts';
import { login, openPanel, test } from './fixtures.ts';

async function expectNoViolations(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => ({ id, nodes: nodes.map(({ html }) => html) }))).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing in the ${colorScheme} theme`, () => {
    test.use({ colorScheme });

    for (const path of [
      '/',
      '/forgot',
      '/policy',
      '/email-action',
      '/email-action?mode=resetPassword&oobCode=x',
    ]) {
      test(`on ${path}`, async ({ page }) => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolations(page);
      });
    }

    test('on the login screen, with errors and with each panel open', async ({ page }) => {
      await page.goto('/login');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
      const panel = await openPanel(page, 'Login with Email');
      await panel.getByRole('button', { name: 'Login', exact: true }).click();
      await expect(page.getByRole('alert')).toHaveText(/Email required/);
      await expectNoViolations(page);
      await openPanel(page, 'Register with Email');
      await expectNoViolations(page);
    });

    test('on the frame of a member and its drawer', async ({ page }) => {
      await login(page, await newMember(), '/nothing/here');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectNoViolations(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
      await expectNoViolations(page);
    });
  });
}
