import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';

import type { CallApi } from '#tests/e2e/accounts.ts';
import { pngFile } from '#tests/e2e/image-files.ts';

import type { EngineName } from './engine.ts';
import { canRun, Testbed } from './testbed.ts';
import { button, checkbox, field, link, menuItem, navLink, option, type Tab, type Target } from './tab.ts';

/** An object that the bucket contains from the start. */
const IMAGE = 'dev/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png';
const BUCKET = 'foldmark-local';
/** Firefox and the SDK report each failed request. */
const NO_NETWORK = /CORS request did not succeed|Could not reach Cloud Firestore|Couldn't reach the server/;
const POLL = { timeout: 20_000 };
const HOVERED_ROWS = `document.querySelectorAll('[data-row]:hover').length`;
/** After it, the first layouts are over. */
const A_WHILE = 'new Promise((resolve) => setTimeout(resolve, 500))';
const IS_SETTINGS_STYLE_LOADING = `document.querySelector('link[rel=stylesheet][href*=settings-screen]')?.sheet === null`;
const DIALOG_POSITION = `getComputedStyle(document.querySelector('[class*=backdrop]')).position`;
const COUNT_RESIZE_LOOPS = `(() => {
  window.resizeLoops = 0;
  addEventListener('error', ({ message }) => {
    if (message.startsWith('ResizeObserver loop')) window.resizeLoops += 1;
  });
})()`;

const engine = inject('engine');

// All tests share one browser and run in order. The last one stops the product.
describe.skipIf(!canRun(engine))('the product', () => {
  let testbed: Testbed;
  beforeAll(async () => {
    testbed = await Testbed.start(engine);
    return async () => testbed.stop();
  });

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await testbed.saveScreenshots(task.name);
    await testbed.closeTabs();
  });

  test('console errors and policy violations are reported', async () => {
    testbed.expectConsoleProblem(/./);
    const { driver } = await testbed.openTab('/policy');
    await driver.evaluate(`console.error('Reported')`);
    await driver.evaluate(`document.head.append(
      Object.assign(document.createElement('script'), { src: 'https://elsewhere.invalid/' }))`);
    await expect
      .poll(async () => (await driver.consoleProblems()).join(), POLL)
      .toMatch(/^Reported.*Content-Security-Policy.*elsewhere/s);
  });

  test('a reload right after a letter keeps the text of the search and the state of its entry', async () => {
    // WebKit can end the requests of a page before the page, and the SDK reports that.
    testbed.expectConsoleProblem(
      /'Listen' stream \w+ transport errored|Could not reach Cloud Firestore backend/,
    );
    const { tab } = await testbed.openLibrary(async (call) => call('/links/create/', { url: 'one.invalid' }));
    await tab.fill('search my links', 'on');
    await expect.poll(async () => tab.driver.evaluate('location.search'), POLL).toBe('?q=on');
    // Firefox reports code that a reload stops loading.
    await expectVisible(tab, button('Search help'));
    await tab.type('e');
    const entry = await tab.driver.evaluate('history.state.key');
    await tab.driver.evaluate('location.reload()');
    await expect.poll(async () => tab.driver.evaluate('location.search'), POLL).toBe('?q=one');
    await expectVisible(tab, link('one.invalid'));
    expect(await tab.driver.evaluate('history.state.key')).toBe(entry);
  });

  test('a member logs in, adds a link, edits it in a second window, and both show it', async () => {
    const { tab } = await testbed.openLibrary(async () => undefined);
    await tab.click(button('New Link'));
    await tab.fill('Url', 'one.invalid');
    await tab.click(button('Create'));
    await expectVisible(tab, link('one.invalid'));
    const second = await testbed.openTab();
    await second.click(button('More for one.invalid'));
    await second.click(menuItem('Edit'));
    await second.fill('Name', 'The first');
    await second.click(button('Update'));
    await expectVisible(second, link('The first'));
    await expectVisible(tab, link('The first'));
  });

  test('a link is moved to the trash and restored', async () => {
    const { tab } = await testbed.openLibrary(createLinks);
    await tab.click(button('More for a.invalid'));
    await tab.click(menuItem('Move to Trash'));
    await expectHidden(tab, link('a.invalid'));
    await tab.click(navLink('Trash'));
    await tab.click(button('More for a.invalid'));
    await tab.click(menuItem('Restore'));
    await expectHidden(tab, link('a.invalid'));
    await tab.click(navLink('All Items'));
    await expectVisible(tab, link('a.invalid'));
  });

  test('an uploaded image shows in the row', async () => {
    const { tab } = await testbed.openLibrary(createLinks);
    const { name, buffer } = pngFile('own.png', 40, 40);
    const file = join(testbed.folder, name);
    await writeFile(file, buffer);
    await tab.click(button('More for a.invalid'));
    await tab.click(menuItem('Edit'));
    await expectVisible(tab, button('Select New File'));
    await tab.driver.selectFile('[type=file]', file);
    await tab.click(button('Upload Selected File'));
    await expectVisible(tab, button('Remove File'));
    await tab.click(button('Update'));
    await expectImages(tab, 1);
  });

  test('the search finds links by their names, and inserts a suggestion', async () => {
    const { tab } = await testbed.openLibrary(createLibrary);
    await tab.fill('search my links', 'b.inv');
    await expectHidden(tab, link('a.invalid'));
    await expectVisible(tab, link('b.invalid'));
    await tab.fill('search my links', 'a in:h');
    await tab.click(option('Home'));
    await expect
      .poll(async () => tab.driver.evaluate('document.activeElement.value'), POLL)
      .toBe('a in:Home ');
    await expectHidden(tab, link('b.invalid'));
  });

  test('the mouse drags a link into a folder, and a selection together', async () => {
    const { tab, call } = await testbed.openLibrary(createLibrary);
    await openTree(tab);
    const members = async () => call('/folder-links/list/', {});
    await tab.drag(link('a.invalid'), button('Add to Home'));
    await expect.poll(members, POLL).toHaveLength(1);
    await tab.click(checkbox('Select b.invalid'));
    await tab.click(checkbox('Select c.invalid'));
    await tab.drag(link('c.invalid'), button('Add to Home'));
    await expect.poll(members, POLL).toHaveLength(3);
  });

  test('after a drag, only the row under the mouse is highlighted', async () => {
    const { tab } = await testbed.openLibrary(createLibrary);
    await openTree(tab);
    for (const name of ['Home', 'Work']) {
      await tab.drag(link('a.invalid'), button(`Add to ${name}`));
      await expectHidden(tab, button(`Add to ${name}`));
      tab.moveAway();
      await expect.poll(async () => tab.driver.evaluate(HOVERED_ROWS), POLL).toBe(0);
    }
  });

  test.skipIf(engine !== 'firefox')('a finger drags a link into a folder', async () => {
    const { tab, call } = await testbed.openLibrary(createLibrary);
    await openTree(tab);
    await tab.dragByFinger(link('a.invalid'), button('Add to Home'));
    await expect.poll(async () => call('/folder-links/list/', {}), POLL).toHaveLength(1);
  });

  test('the tree opens without a loop of its ResizeObserver', async () => {
    const { tab } = await testbed.openLibrary(createLibrary);
    await expectVisible(tab, link('a.invalid'));
    await tab.driver.evaluate(A_WHILE);
    await tab.driver.evaluate(COUNT_RESIZE_LOOPS);
    await openTree(tab);
    await expectVisible(tab, link('Home'));
    await tab.driver.evaluate(A_WHILE);
    expect(await tab.driver.evaluate('resizeLoops')).toBe(0);
  });

  test('new content shows at once, with its styles, while the stylesheet of another page loads', async () => {
    const release = testbed.holdResponses(/settings-screen.*css/);
    const { tab } = await testbed.openLibrary(createLibrary);
    await expectVisible(tab, link('a.invalid'));
    await expect.poll(async () => tab.driver.evaluate(IS_SETTINGS_STYLE_LOADING), POLL).toBe(true);
    await tab.driver.evaluate(COUNT_RESIZE_LOOPS);
    await openTree(tab);
    await tab.click(button('New Link'));
    await expectVisible(tab, field('Url'));
    expect(await tab.driver.evaluate(DIALOG_POSITION)).toBe('fixed');
    expect(await tab.driver.evaluate('resizeLoops')).toBe(0);
    expect(await tab.driver.evaluate(IS_SETTINGS_STYLE_LOADING)).toBe(true);
    release();
    await expect.poll(async () => tab.driver.evaluate(IS_SETTINGS_STYLE_LOADING), POLL).toBe(false);
  });

  test('the mouse drags a folder into another, and back onto either root zone', async () => {
    const { tab, call } = await testbed.openLibrary(createLibrary);
    await openTree(tab);
    const parents = async () =>
      (await call('/folders/list/', {})).map(({ parent_folder_id }) => parent_folder_id);
    await tab.drag(link('Work'), button('Move into Home'));
    await expect.poll(parents, POLL).toEqual([0, 1]);
    await tab.click(button('Expand Home'));
    await tab.drag(link('Work'), button('Move into root'));
    await expect.poll(parents, POLL).toEqual([0, 0]);
    await tab.drag(link('Work'), button('Move into Home'));
    await expect.poll(parents, POLL).toEqual([0, 1]);
    await tab.drag(link('Work'), button('Move into root, below the folders'));
    await expect.poll(parents, POLL).toEqual([0, 0]);
  });

  test('a folder expands when a drag hovers it, and accepts the drop', async () => {
    const { tab, call } = await testbed.openLibrary(async (prepare) => {
      await createLibrary(prepare);
      await prepare('/folders/create/', { name: 'Inside', parent_folder_id: 1 });
    });
    await openTree(tab);
    await tab.dragOver(link('Work'), button('Move into Home'));
    await expectVisible(tab, link('Inside'));
    tab.drop();
    const parent = async () => (await call('/folders/get/', { folder_id: 2 })).parent_folder_id;
    await expect.poll(parent, POLL).toBe(1);
  });

  test('if the dragged row is removed, the drag ends at the next mouse move', async () => {
    const { tab, call } = await testbed.openLibrary(createLibrary);
    await openTree(tab);
    await tab.dragOver(link('a.invalid'), button('Add to Home'));
    // Trashes two links, since another row may recycle the element of the first.
    for (const link_id of [1, 2]) {
      await call('/links/update/', { link_id, url: 'x.invalid', name: 'x', status_id: STATUS_TRASHED });
    }
    await expectHidden(tab, link('b.invalid'));
    tab.moveAway();
    tab.drop();
    tab.moveAway();
    await expectHidden(tab, button('Add to Home'));
  });

  test('a reload shows the library', async () => {
    const { tab } = await testbed.openLibrary(createLinks);
    await expectVisible(tab, link('a.invalid'));
    await tab.goto('/');
    await expectVisible(tab, link('a.invalid'));
  });

  test('after a first visit the library starts without a network, including its images', async () => {
    testbed.expectConsoleProblem(NO_NETWORK);
    const { tab } = await testbed.openLibrary(async (call) => {
      await createLinks(call);
      await call('/links/update-image/', { link_id: 1, s3_bucket: BUCKET, s3_key: IMAGE });
    });
    await expectImages(tab, 1);
    await expect.poll(async () => cachedImages(tab), POLL).toBe(1);
    await testbed.goOffline();
    await tab.goto('/');
    await expectVisible(tab, link('a.invalid'));
    await expectImages(tab, 1);
  });
});

async function createLinks(call: CallApi): Promise<void> {
  for (const name of ['a', 'b', 'c']) await call('/links/create/', { url: `${name}.invalid` });
}

async function createLibrary(call: CallApi): Promise<void> {
  await createLinks(call);
  for (const name of ['Home', 'Work']) await call('/folders/create/', { name });
}

async function openTree(tab: Tab): Promise<void> {
  await tab.click(button('Folders'));
  await expectVisible(tab, link('Work'));
}

async function expectVisible(tab: Tab, target: Target): Promise<void> {
  await expect.poll(async () => tab.has(target), { ...POLL, message: target.name }).toBe(true);
}

async function expectHidden(tab: Tab, target: Target): Promise<void> {
  await expect.poll(async () => tab.has(target), { ...POLL, message: target.name }).toBe(false);
}

/** Counts images that have loaded. */
async function expectImages(tab: Tab, count: number): Promise<void> {
  const loaded = `Array.from(document.querySelectorAll('main img')).filter(({ naturalWidth }) => naturalWidth > 0)`;
  await expect.poll(async () => tab.driver.evaluate(`${loaded}.length`), POLL).toBe(count);
}

/** The number of images in the service worker's cache. */
async function cachedImages(tab: Tab): Promise<unknown> {
  return tab.driver.evaluate(
    `caches.open('foldmark-uploads').then((cache) => cache.keys()).then(({ length }) => length)`,
  );
}

declare module 'vitest' {
  interface ProvidedContext {
    engine: EngineName;
  }
}
