import { expect } from '@playwright/test';

import { newMember, requestPasswordReset } from './accounts.ts';
import { expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { AUTH_REJECTS, login, openPanel, test } from './fixtures.ts';

const NEW_PASSWORD = '/email-action?mode=resetPassword&oobCode=';

test.describe('axe finds no violations in either theme', () => {
  test.use(REDUCED_MOTION);

  test('on the pages of a visitor', async ({ page }) => {
    const code = await requestPasswordReset(await newMember());
    for (const path of ['/', '/forgot', '/policy', '/email-action', `${NEW_PASSWORD}${code}`]) {
      await test.step(path, async () => {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expectNoViolationsInBothThemes(page);
      });
    }
  });

  test('on the page of a used password reset link', async ({ page, expectedErrors }) => {
    expectedErrors.push(AUTH_REJECTS);
    await page.goto(`${NEW_PASSWORD}x`);
    await expect(page.getByRole('alert')).toHaveText('This link has expired or has already been used.');
    await expectNoViolationsInBothThemes(page);
  });

  test('on the login screen, with errors and with each panel open', async ({ page }) => {
    await page.goto('/login');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolationsInBothThemes(page);
    const panel = await openPanel(page, 'Login with Email');
    await panel.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByRole('alert')).toHaveText(/Email required/);
    await expectNoViolationsInBothThemes(page);
    await openPanel(page, 'Register with Email');
    await expectNoViolationsInBothThemes(page);
  });

  test('on the layout for members and its drawer', async ({ page }) => {
    await login(page, await newMember(), '/nothing/here');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectNoViolationsInBothThemes(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Open navigation' }).click();
    await expect(page.getByRole('dialog', { name: 'Navigation' })).toBeVisible();
    await expectNoViolationsInBothThemes(page);
  });
});
