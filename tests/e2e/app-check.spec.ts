import { expect, type BrowserContext } from '@playwright/test';

import { previewOfDev, serveDeployed } from './deployed-host.ts';
import { fillLogin, openPanel, test } from './fixtures.ts';

const APP_CHECK = { siteKey: `6L${'k'.repeat(38)}`, appId: '1:123456789012:web:0123456789abcdef' };
const HEADER = 'x-firebase-appcheck';
const CORS = { 'access-control-allow-origin': '*' };

/** A fake of Google's script, with the functions that the SDK calls. It attests any browser. */
const RECAPTCHA = `
  window.grecaptcha = {
    enterprise: {
      ready: (callback) => callback(),
      render: (_container, { sitekey, callback }) => {
        callback();
        return sitekey;
      },
      execute: async (widget, { action }) => [widget, action].join(' '),
    },
  };
`;

// Routes of this context don't apply to requests of a service worker.
test.use({ serviceWorkers: 'block' });

// The page may still be loading resources that the test doesn't need.
test.afterEach(async ({ page, context }) => {
  await page.goto('about:blank');
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a deployment with App Check sends its token to our API and to Auth, under its own policy', async ({
  page,
  context,
  expectedErrors,
}) => {
  // The account does not exist.
  expectedErrors.push(/status of 400/);
  const host = await previewOfDev();
  await serveDeployed(context, host, APP_CHECK);
  const exchanged = await fakeAppCheck(context);
  await context.route('https://identitytoolkit.googleapis.com/**', async (route) =>
    route.fulfill({
      status: 400,
      headers: CORS,
      json: { error: { code: 400, message: 'INVALID_LOGIN_CREDENTIALS' } },
    }),
  );
  await page.goto(`https://${host}/login`);
  const challenge = page.waitForRequest((request) => request.url().endsWith('/users/bot-challenge/'));
  const panel = await openPanel(page, 'Register with Email');
  await panel.getByRole('checkbox', { name: 'I am not a bot' }).press('Space');

  expect(await (await challenge).headerValue(HEADER)).toBe('token-of-app-check');
  expect(exchanged).toEqual([
    { url: `/apps/${APP_CHECK.appId}:exchange`, body: `${APP_CHECK.siteKey} fire_app_check` },
  ]);

  const login = page.waitForRequest(
    (request) => request.url().includes('accounts:signInWithPassword') && request.method() === 'POST',
  );
  await fillLogin(page, { email: 'ada@example.com', password: 'correct horse' });
  expect(await (await login).headerValue(HEADER)).toBe('token-of-app-check');

  await page.goto(`https://${host}/policy`);
  await expect(page.getByRole('heading', { name: 'Protection against bots' })).toBeVisible();
});

test('a deployment without App Check loads no code for it, and its policy does not mention it', async ({
  page,
  context,
}) => {
  const host = await previewOfDev();
  await serveDeployed(context, host);
  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(request.url()));
  await page.goto(`https://${host}/policy`);
  await expect(page.getByRole('heading', { name: 'Your rights' })).toBeVisible();

  await expect(page.getByRole('heading', { name: 'Protection against bots' })).toHaveCount(0);
  expect(loaded.filter((url) => /app-check|recaptcha/.test(url))).toEqual([]);
});

/** Fakes reCAPTCHA and the App Check service. Returns the requests for tokens. */
async function fakeAppCheck(context: BrowserContext) {
  const exchanged: { url: string; body: unknown }[] = [];
  await context.route('https://www.google.com/recaptcha/enterprise.js*', async (route) =>
    route.fulfill({ contentType: 'text/javascript', body: RECAPTCHA }),
  );
  await context.route('https://content-firebaseappcheck.googleapis.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    const { recaptcha_enterprise_token: body }: { recaptcha_enterprise_token: string } = route
      .request()
      .postDataJSON();
    exchanged.push({
      url: pathname.replace(/^.*(?=\/apps\/)/, '').replace(/:exchange.*$/, ':exchange'),
      body,
    });
    await route.fulfill({ headers: CORS, json: { token: 'token-of-app-check', ttl: '3600s' } });
  });
  return exchanged;
}
