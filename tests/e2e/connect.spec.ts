import { createHash, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';

import { expect } from '@playwright/test';

import { newMember, settingOf } from './accounts.ts';
import { ANNOUNCER, expectNoViolationsInBothThemes, REDUCED_MOTION } from './axe.ts';
import { AUTH_REJECTS, fillLogin, login, test } from './fixtures.ts';

test.use(REDUCED_MOTION);

test('an app sends a visitor to /connect, who logs in, allows less than it asked for, and is sent back with a code', async ({
  page,
}) => {
  await using app = await listeningApp();
  const client_id = await register([app.redirectUri]);
  const verifier = randomBytes(32).toString('base64url');
  const account = await newMember();
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri: app.redirectUri,
    scope: 'read write',
    state: 'the state',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  await page.goto(`/connect?${query}`);
  await fillLogin(page, account);
  const main = page.getByRole('main');
  await expect(main).toContainText('A program on this computer');
  await expect(main).toContainText('calls itself “Night Reader”');
  await expect(main).toContainText(account.email);
  expect(new URL(page.url()).search).toBe(`?${query}`);
  const approve = page.getByRole('button', { name: 'Approve' });
  await expect(approve).toBeEnabled();
  await expectNoViolationsInBothThemes(page, { exclude: ANNOUNCER });

  const decisions: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/connect/decide/')) decisions.push(request.postData() ?? '');
  });
  // A click right after the window got the focus may be the second of a double click elsewhere.
  await approve.evaluate((button: HTMLElement) => {
    dispatchEvent(new Event('focus'));
    button.click();
  });
  await page.getByRole('radio', { name: /^Read See/ }).check();
  await expect
    .poll(async () => {
      if (decisions.length === 0) await approve.click();
      return page.url();
    })
    .toContain(`${app.redirectUri}?`);
  expect(decisions.map((body) => JSON.parse(body))).toMatchObject([{ approve: true, scopes: ['read'] }]);
  const sentBack = new URL(page.url()).searchParams;
  expect(sentBack.get('state')).toBe('the state');
  expect(sentBack.get('iss')).toBe(settingOf('FOLDMARK_APP_URL'));
  expect(app.referers).toEqual([undefined]);

  const tokens = await postForm('/oauth/token', {
    grant_type: 'authorization_code',
    client_id,
    redirect_uri: app.redirectUri,
    code: sentBack.get('code') ?? '',
    code_verifier: verifier,
  });
  expect(tokens).toMatchObject({ token_type: 'Bearer', scope: 'read' });
  const { access_token } = tokens;
  expect(await statusOf('/links/list/', access_token, {})).toBe(200);
  expect(await statusOf('/links/create/', access_token, { url: 'https://app.invalid/' })).toBe(403);

  await page.goto('/settings#settings-apps');
  const listed = page.getByRole('list', { name: 'Connected apps' }).getByRole('listitem');
  await expect(listed).toContainText('Night Reader');
  await expect(listed).toContainText('Can read');
  await expect(listed).toContainText('if unused');
});

test('a person enters the code of a device, confirms with the password, and the device is connected', async ({
  page,
  expectedErrors,
}) => {
  // The wrong password, and the wrong code.
  expectedErrors.push(AUTH_REJECTS, /status of 400 .*\/connect\/check\//);
  const client_id = await register(['http://127.0.0.1/cb']);
  const { device_code, user_code } = await postForm('/oauth/device', { client_id, scope: 'write' });
  const account = await newMember();
  // A session can't be made older.
  await page.route('**/api/connect/check/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), is_fresh: false } });
  });
  await login(page, account, '/settings#settings-apps');
  await page.getByRole('link', { name: 'Enter a code from a device' }).click();
  const code = page.getByLabel('Code', { exact: true });
  await code.fill('bcdf');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toHaveText('Please enter the 8 letters that your device shows.');
  await code.fill('bcdf bcdf');
  await code.press('Enter');
  await expect(page.getByRole('alert')).toContainText('This code is wrong or has expired.');

  await page.goto(`/connect?user_code=${String(user_code).toLowerCase()}`);
  await expect(code).toHaveValue(String(user_code));
  await expectNoViolationsInBothThemes(page);
  await page.getByRole('button', { name: 'The codes are the same' }).click();
  await expect(page.getByRole('main')).toContainText('A device that shows your code');
  await page.getByRole('button', { name: 'Approve' }).click();
  const dialog = page.getByRole('dialog', { name: "Confirm that it's you" });
  await dialog.getByLabel('Password', { exact: true }).fill('wrong password');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Your current password is wrong.');
  await dialog.getByLabel('Password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Connected.' })).toHaveText(
    'Connected. You can go back to your device.',
  );
  const tokens = await postForm('/oauth/token', {
    grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
    client_id,
    device_code,
  });
  expect(tokens).toMatchObject({ token_type: 'Bearer' });
});

/** A program that waits for the browser on a port of this computer. */
async function listeningApp() {
  const referers: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/cb') === true) referers.push(request.headers.referer);
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<link rel="icon" href="data:,"><h1>You can close this tab</h1>');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    redirectUri: `http://127.0.0.1:${address.port}/cb`,
    referers,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function register(redirect_uris: readonly string[]): Promise<string> {
  const response = await fetch(`${settingOf('FOLDMARK_APP_URL')}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Night Reader', redirect_uris }),
  });
  const { client_id } = await answerOf(response);
  return client_id ?? '';
}

async function postForm(path: string, fields: Record<string, string | undefined>) {
  const body = new URLSearchParams(Object.entries(fields).map(([name, value = '']) => [name, value]));
  return answerOf(await fetch(`${settingOf('FOLDMARK_APP_URL')}${path}`, { method: 'POST', body }));
}

async function answerOf(response: Response): Promise<Record<string, string | undefined>> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.url} responded ${response.status} ${text}`);
  return JSON.parse(text);
}

async function statusOf(path: string, token: string | undefined, body: object): Promise<number> {
  const { status } = await fetch(`${settingOf('FOLDMARK_APP_URL')}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  });
  return status;
}
