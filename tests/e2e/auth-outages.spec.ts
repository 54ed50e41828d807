import { expect, type BrowserContext, type Page } from '@playwright/test';

import { apiOf, newMember, sessionOf, settingOf } from './accounts.ts';
import { resume, test } from './fixtures.ts';
import { row } from './library-page.ts';
import { BACK_ONLINE } from './without-network.ts';

/** What Google's servers answer instead of the user or of a new token. */
const OUTAGES = [500, 503, 429, 'a hung answer'] as const;
/** The SDK gives a call up after this long. */
const SDK_TIMEOUT_MS = 60_000;

/** A start asks for the user. If the token has expired, it asks for a new one before. */
const STARTS = [
  { name: 'with a valid token', call: 'accounts:lookup', lifeMs: 3_600_000 },
  { name: 'with an expired token', call: '/v1/token', lifeMs: -1000 },
] as const;

async function failAuth(context: BrowserContext, call: string, outage: (typeof OUTAGES)[number]) {
  const asked = { count: 0 };
  const isCall = (url: URL) => settingOf('FOLDMARK_AUTH_URL').endsWith(url.host) && url.href.includes(call);
  await context.route(isCall, async (route) => {
    asked.count += 1;
    if (outage === 'a hung answer') return;
    const error = { code: outage, message: 'The service is currently unavailable.', status: 'UNAVAILABLE' };
    await route.fulfill({ status: outage, json: { error } });
  });
  return asked;
}

const star = (page: Page) => row(page, 'one.invalid').getByRole('button', { name: 'Favorite one.invalid' });

for (const start of STARTS) {
  for (const outage of OUTAGES) {
    test(`${outage} of the login server at a start ${start.name} keeps the session and the library`, async ({
      page,
      context,
      expectedErrors,
    }) => {
      expectedErrors.push(/status of (?:500|503|429)/, /@firebase\/firestore/, /net::ERR_/);
      const account = await newMember();
      const call = await apiOf(account);
      await call('/links/create/', { url: 'one.invalid' });
      const { key, value } = await sessionOf(account);
      await resume(page, { key, value });
      await expect(row(page, 'one.invalid')).toBeVisible();
      await page.evaluate(
        ({ name, expirationTime }) => {
          const user: { stsTokenManager: object } = JSON.parse(localStorage.getItem(name) ?? '');
          const stsTokenManager = { ...user.stsTokenManager, expirationTime };
          localStorage.setItem(name, JSON.stringify({ ...user, stsTokenManager }));
        },
        { name: key, expirationTime: Date.now() + start.lifeMs },
      );

      const asked = await failAuth(context, start.call, outage);
      if (outage === 'a hung answer') await page.clock.install();
      await page.reload();
      await expect.poll(() => asked.count).toBeGreaterThan(0);
      if (outage === 'a hung answer') await page.clock.runFor(SDK_TIMEOUT_MS + 1000);
      await expect(row(page, 'one.invalid')).toBeVisible();
      await star(page).click();
      await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
      await context.unrouteAll({ behavior: 'ignoreErrors' });
      await expect.poll(async () => (await call('/favorites/list/', {})).length, BACK_ONLINE).toBe(1);
      await expect(page.getByRole('button', { name: 'Log in', exact: true })).toHaveCount(0);
      await page.reload();
      await expect(star(page)).toHaveAttribute('aria-pressed', 'true');
    });
  }
}
