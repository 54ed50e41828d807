import { snapshotPartPath } from '@foldmark/contract/firestore-paths';
import { type BrowserContext, expect, type Page } from '@playwright/test';

import { type Account, apiOf, newMember, sessionOf, settingOf, uidOf } from './accounts.ts';
import { previewOfDev, serveDeployed } from './deployed-host.ts';
import { login, loginWithForm, resume, test } from './fixtures.ts';
import { SAVE_TIMEOUT } from './library-page.ts';
import { seedLinks } from './seed-links.ts';
import { writeSnapshot } from './seed-snapshot.ts';

const COUNT = 600;

/** Records how the page reads the library: the queries that it sends, and what it logs about the snapshot. */
function watch(page: Page) {
  const queries: string[] = [];
  const warnings: string[] = [];
  page.on('request', (request) => {
    if (request.method() !== 'POST' || !new URL(request.url()).pathname.endsWith(':runQuery')) return;
    queries.push(/"collectionId":"(?<name>\w+)"/.exec(request.postData() ?? '')?.groups?.['name'] ?? '');
  });
  page.on('console', (message) => {
    if (message.type() === 'warning' && message.text().includes('snapshot')) warnings.push(message.text());
  });
  return { queries, warnings };
}

async function expectLibrary(page: Page, first = 'Link number 1'): Promise<void> {
  await expect(page.getByRole('row').first()).toContainText(first);
  await expect(page.getByRole('link', { name: `All Items ${COUNT}` })).toBeVisible();
}

async function memberWithLinks(): Promise<Account> {
  const account = await newMember();
  await seedLinks(account, COUNT);
  return account;
}

/** Whether the job has written a snapshot. */
async function hasSnapshot(account: Account): Promise<boolean> {
  const documents = `projects/demo-foldmark/databases/(default)/documents`;
  const url = `http://${settingOf('FOLDMARK_FIRESTORE_HOST')}/v1/${documents}/${snapshotPartPath(await uidOf(account), 0)}`;
  return (await fetch(url, { headers: { authorization: 'Bearer owner' } })).ok;
}

/** A page in a new browser. */
async function newPage(context: BrowserContext): Promise<Page> {
  const opened = await context.browser()?.newContext({ serviceWorkers: 'block' });
  if (opened === undefined) throw new Error('The context has no browser.');
  return opened.newPage();
}

/** Keeps the page from receiving changes. `isAsked` resolves when it has asked for them. */
async function holdListener(page: Page): Promise<{ readonly isAsked: Promise<void> }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/google.firestore.v1.Firestore/Listen/**', () => {
    resolve();
  });
  return { isAsked: promise };
}

/** Whether the stored links have this name. */
async function isStored(page: Page, uid: string, name: string): Promise<unknown> {
  return page.evaluate(`new Promise((resolve, reject) => {
    const opening = indexedDB.open('foldmark-library-${uid}');
    opening.onerror = reject;
    opening.onsuccess = () => {
      const reading = opening.result.transaction('links').objectStore('links').getAll();
      reading.onerror = reject;
      reading.onsuccess = () => resolve(String(reading.result).includes('${name}'));
      opening.result.close();
    };
  })`);
}

test('the first browser asks for a snapshot, and the next one reads it and the changes after it', async ({
  page,
  context,
}) => {
  const account = await memberWithLinks();
  const first = await newPage(context);
  await login(first, account);
  await expectLibrary(first);
  await expect.poll(async () => hasSnapshot(account), SAVE_TIMEOUT).toBe(true);
  await first.context().close();

  const call = await apiOf(account);
  await call('/links/update/', {
    link_id: 600,
    name: 'After the snapshot',
    url: 'https://a.invalid',
    status_id: 1,
  });
  await call('/links/create/', { url: 'https://created.invalid' });
  await call('/links/update/', { link_id: 1, name: 'x', url: 'https://x.invalid', status_id: 2 });
  await call('/trash/empty/', {});
  const { queries, warnings } = watch(page);
  await login(page, account);
  await expectLibrary(page, 'After the snapshot');
  expect(queries).toEqual(['snapshots']);

  const later = await context.newPage();
  const { queries: laterQueries } = watch(later);
  await later.goto('/');
  await expectLibrary(later, 'After the snapshot');
  expect(laterQueries).toEqual([]);
  expect(warnings).toEqual([]);

  // After a login with the form, the page asks for the snapshot itself.
  const other = await newPage(context);
  const { queries: otherQueries } = watch(other);
  await loginWithForm(other, account);
  await expectLibrary(other, 'After the snapshot');
  expect(otherQueries).toEqual(['snapshots']);
  await other.context().close();
});

test('a new browser asks for the snapshot before the app has loaded, at the Firestore of its host, and only there', async ({
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/net::ERR_FAILED/);
  const session = await sessionOf(await newMember());
  const { uid }: { uid: string } = JSON.parse(session.value);
  const preview = await previewOfDev();
  const hosts = [preview.replace(/--[^.]+/, ''), preview] as const;
  for (const host of hosts) await serveDeployed(context, host);
  const places: Readonly<Record<string, string | null>> = {
    [settingOf('FOLDMARK_APP_URL')]:
      `http://${settingOf('FOLDMARK_FIRESTORE_HOST')}/v1/projects/demo-foldmark`,
    [`https://${hosts[0]}`]: 'https://firestore.googleapis.com/v1/projects/foldmark-dev',
    [`https://${hosts[1]}`]: null,
  };
  for (const [origin, project] of Object.entries(places)) {
    const page = await context.newPage();
    const asked: string[] = [];
    // The policy of the page lets the query through to here.
    await page.route('**/*:runQuery', async (route) => {
      asked.push(`${route.request().method()} ${route.request().url()}`);
      await route.abort();
    });
    await page.route('**/assets/index-*.js', async (route) => route.abort());
    await page.addInitScript(({ key, value }) => {
      localStorage.setItem(key, value);
    }, session);
    await page.goto(origin);
    await page.waitForFunction('globalThis.foldmarkSnapshot !== undefined');
    await page.evaluate('foldmarkSnapshot.answer');
    const query = `POST ${project}/databases/(default)/documents/users/${uid}:runQuery`;
    expect(asked, origin).toEqual(project === null ? [] : [query]);
    await page.close();
  }
  // The pages have ended while other files were loading.
  await context.unrouteAll({ behavior: 'ignoreErrors' });
});

test('a snapshot that cannot be used is reported, and the library is read as a whole', async ({
  page,
  context,
}) => {
  const account = await memberWithLinks();
  const damages: Readonly<Record<string, Parameters<typeof writeSnapshot>[1]>> = {
    'has another format': { part: () => ({ schema: 2 }) },
    'Parts of the snapshot are missing': { partBytes: 2000, part: (index) => (index === 1 ? null : {}) },
    'A value is missing': {
      chunks: (chunks) => chunks.map((chunk) => ({ ...chunk, text: '[["1",2,"three"]]' })),
    },
  };
  for (const [reason, damage] of Object.entries(damages)) {
    await writeSnapshot(account, damage);
    const other = await newPage(context);
    const { queries, warnings } = watch(other);
    const asked: unknown[] = [];
    await other.route('**/api/snapshots/create/', async (route) => {
      asked.push(route.request().postDataJSON());
      // Not sent, because the job would replace the snapshot of the next pass.
      await route.fulfill({ json: { asked: true } });
    });
    await login(other, account);
    await expectLibrary(other);
    expect(warnings, reason).toEqual([
      expect.stringMatching(new RegExp(`^The snapshot cannot be used.*${reason}`, 's')),
    ]);
    expect(queries.toSorted()).toEqual(['favorites', 'folder_links', 'folders', 'links', 'snapshots']);
    await expect.poll(() => asked).toEqual([{ found_at: expect.any(String) }]);
    await other.context().close();
  }

  // The page renews an expired token and asks again.
  await writeSnapshot(account);
  const { key, value } = await sessionOf(account);
  const user: { stsTokenManager: { expirationTime: number } } = JSON.parse(value);
  user.stsTokenManager.expirationTime = Date.now() - 1000;
  const { queries, warnings } = watch(page);
  await resume(page, { key, value: JSON.stringify(user) });
  await expectLibrary(page);
  expect([queries, warnings]).toEqual([['snapshots'], []]);
});

test('of two tabs that start at once, the later one does not replace newer changes with the snapshot', async ({
  page,
  context,
}) => {
  const account = await memberWithLinks();
  await writeSnapshot(account);
  const session = await sessionOf(account);
  const later = await context.newPage();
  const { isAsked } = await holdListener(later);
  const isAhead = Promise.withResolvers<void>();
  const isRead = Promise.withResolvers<void>();
  await later.route('**/*:runQuery', async (route) => {
    const response = await route.fetch();
    isRead.resolve();
    await isAhead.promise;
    await route.fulfill({ response });
  });
  await resume(later, session);
  await isRead.promise;

  const call = await apiOf(account);
  const name = 'Changed since';
  await call('/links/update/', { link_id: 600, name, url: 'https://a.invalid', status_id: 1 });
  await resume(page, session);
  await expectLibrary(page, name);
  const uid = await uidOf(account);
  await expect.poll(async () => isStored(page, uid, name)).toBe(true);
  isAhead.resolve();
  await expectLibrary(later);
  // The later tab stores its library before it asks for changes.
  await isAsked;
  await Promise.all([page.close(), later.close()]);

  const next = await context.newPage();
  await holdListener(next);
  await next.goto('/');
  await expectLibrary(next, name);
});
