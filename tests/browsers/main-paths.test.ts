import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { STATUS_TRASHED } from '@foldmark/contract/limits';
import { afterEach, beforeAll, describe, expect, inject, test } from 'vitest';

import type { CallApi } from '#tests/e2e/accounts.ts';
import { pngFile } from '#tests/e2e/image-files.ts';

import type { EngineName } from './engine.ts';
import { canRun, Stand } from './stand.ts';
import { button, checkbox, link, menuItem, place, type Tab, type Target } from './tab.ts';

/** In the bucket from the start. */
const IMAGE = 'dev/uploads/links/2026-01-02--03-04-05--7f7fbb0e-6d4a-4c1e-9a43-0f2b8a3c1d2e.png';
const BUCKET = 'foldmark-local';
/** Firefox reports each request that fails, and so does the SDK. */
const NO_NETWORK = /CORS request did not succeed|Could not reach Cloud Firestore/;
const PATIENT = { timeout: 20_000 };

const engine = inject('engine');

// One after the other in one browser, and the last of them stops the product.
describe.skipIf(!canRun(engine))('the product', () => {
  let stand: Stand;
  beforeAll(async () => {
    stand = await Stand.start(engine);
    return async () => stand.stop();
  }, 180_000);

  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await stand.keepScreenshots(task.name);
    await stand.closeTabs();
  });

  test('what the console says and the policy forbids is heard', async () => {
    stand.expectComplaint(/./);
    const { driver } = await stand.openTab('/policy');
    await driver.evaluate(`console.error('Listen')`);
    await driver.evaluate(`document.head.append(
      Object.assign(document.createElement('script'), { src: 'https://elsewhere.invalid/' }))`);
    await expect
      .poll(async () => (await driver.complaints()).join(), PATIENT)
      .toMatch(/^Listen.*Content-Security-Policy.*elsewhere/s);
  });

  test('a member logs in, adds a link, edits it in a second window, and both show it', async () => {
    const { tab } = await stand.openLibrary(async () => undefined);
    await tab.click(button('New Link'));
    await tab.fill('Url', 'one.invalid');
    await tab.click(button('Create'));
    await expectThere(tab, link('one.invalid'));
    const second = await stand.openTab();
    await second.click(button('More for one.invalid'));
    await second.click(menuItem('Edit'));
    await second.fill('Name', 'The first');
    await second.click(button('Update'));
    await expectThere(second, link('The first'));
    await expectThere(tab, link('The first'));
  });

  test('a link goes to the trash and comes back', async () => {
    const { tab } = await stand.openLibrary(layLinks);
    await tab.click(button('More for a.invalid'));
    await tab.click(menuItem('Move to Trash'));
    await expectGone(tab, link('a.invalid'));
    await tab.click(place('Trash'));
    await tab.click(button('More for a.invalid'));
    await tab.click(menuItem('Restore'));
    await expectGone(tab, link('a.invalid'));
    await tab.click(place('All Items'));
    await expectThere(tab, link('a.invalid'));
  });

  test('an image that is uploaded stands in the row', async () => {
    const { tab } = await stand.openLibrary(layLinks);
    const { name, buffer } = pngFile('own.png', 40, 40);
    const file = join(stand.folder, name);
    await writeFile(file, buffer);
    await tab.click(button('More for a.invalid'));
    await tab.click(menuItem('Edit'));
    await expectThere(tab, button('Select New File'));
    await tab.driver.selectFile('[type=file]', file);
    await tab.click(button('Upload Selected File'));
    await expectThere(tab, button('Remove File'));
    await tab.click(button('Update'));
    await expectPictures(tab, 1);
  });

  test('the search finds links by their names', async () => {
    const { tab } = await stand.openLibrary(layLinks);
    await tab.fill('search my links', 'b.inv');
    await expectGone(tab, link('a.invalid'));
    await expectThere(tab, link('b.invalid'));
  });

  test('the mouse drags a link into a folder, and those that are selected together', async () => {
    const { tab, call } = await stand.openLibrary(layLibrary);
    await openTree(tab);
    const members = async () => call('/folder-links/list/', {});
    await tab.drag(link('a.invalid'), button('Add to Home'));
    await expect.poll(members, PATIENT).toHaveLength(1);
    await tab.click(checkbox('Select b.invalid'));
    await tab.click(checkbox('Select c.invalid'));
    await tab.drag(link('c.invalid'), button('Add to Home'));
    await expect.poll(members, PATIENT).toHaveLength(3);
  });

  test('the mouse drags a folder into another, and out again onto either zone', async () => {
    const { tab, call } = await stand.openLibrary(layLibrary);
    await openTree(tab);
    const parents = async () =>
      (await call('/folders/list/', {})).map(({ parent_folder_id }) => parent_folder_id);
    await tab.drag(link('Work'), button('Move into Home'));
    await expect.poll(parents, PATIENT).toEqual([0, 1]);
    await tab.click(button('Expand Home'));
    await tab.drag(link('Work'), button('Move into root'));
    await expect.poll(parents, PATIENT).toEqual([0, 0]);
    await tab.drag(link('Work'), button('Move into Home'));
    await expect.poll(parents, PATIENT).toEqual([0, 1]);
    await tab.drag(link('Work'), button('Move into root, below the folders'));
    await expect.poll(parents, PATIENT).toEqual([0, 0]);
  });

  test('a folder that is hovered opens, and takes what is dropped', async () => {
    const { tab, call } = await stand.openLibrary(async (prepare) => {
      await layLibrary(prepare);
      await prepare('/folders/create/', { name: 'Inside', parent_folder_id: 1 });
    });
    await openTree(tab);
    await tab.dragOver(link('Work'), button('Move into Home'));
    await expectThere(tab, link('Inside'));
    tab.drop();
    const parent = async () => (await call('/folders/get/', { folder_id: 2 })).parent_folder_id;
    await expect.poll(parent, PATIENT).toBe(1);
  });

  test('a drag whose row was removed meanwhile ends with the next move of the mouse', async () => {
    const { tab, call } = await stand.openLibrary(layLibrary);
    await openTree(tab);
    await tab.dragOver(link('a.invalid'), button('Add to Home'));
    // Of two, since another row may take over the element of the first.
    for (const link_id of [1, 2]) {
      await call('/links/update/', { link_id, url: 'x.invalid', name: 'x', status_id: STATUS_TRASHED });
    }
    await expectGone(tab, link('b.invalid'));
    tab.moveAway();
    tab.drop();
    tab.moveAway();
    await expectGone(tab, button('Add to Home'));
  });

  test('a reload shows the library', async () => {
    const { tab } = await stand.openLibrary(layLinks);
    await expectThere(tab, link('a.invalid'));
    await tab.goto('/');
    await expectThere(tab, link('a.invalid'));
  });

  test('after a first visit the library starts without a network, and with its pictures', async () => {
    stand.expectComplaint(NO_NETWORK);
    const { tab } = await stand.openLibrary(async (call) => {
      await layLinks(call);
      await call('/links/update-image/', { link_id: 1, s3_bucket: BUCKET, s3_key: IMAGE });
    });
    await expectPictures(tab, 1);
    await expect.poll(async () => keptImages(tab), PATIENT).toBe(1);
    await stand.goOffline();
    await tab.goto('/');
    await expectThere(tab, link('a.invalid'));
    await expectPictures(tab, 1);
  });
});

async function layLinks(call: CallApi): Promise<void> {
  for (const name of ['a', 'b', 'c']) await call('/links/create/', { url: `${name}.invalid` });
}

async function layLibrary(call: CallApi): Promise<void> {
  await layLinks(call);
  for (const name of ['Home', 'Work']) await call('/folders/create/', { name });
}

async function openTree(tab: Tab): Promise<void> {
  await tab.click(button('Folders'));
  await expectThere(tab, link('Work'));
}

async function expectThere(tab: Tab, target: Target): Promise<void> {
  await expect.poll(async () => tab.has(target), { ...PATIENT, message: target.name }).toBe(true);
}

async function expectGone(tab: Tab, target: Target): Promise<void> {
  await expect.poll(async () => tab.has(target), { ...PATIENT, message: target.name }).toBe(false);
}

/** That have been loaded. */
async function expectPictures(tab: Tab, count: number): Promise<void> {
  const loaded = `Array.from(document.querySelectorAll('main img')).filter(({ naturalWidth }) => naturalWidth > 0)`;
  await expect.poll(async () => tab.driver.evaluate(`${loaded}.length`), PATIENT).toBe(count);
}

/** How many the service worker has. */
async function keptImages(tab: Tab): Promise<unknown> {
  return tab.driver.evaluate(
    `caches.open('foldmark-uploads').then((cache) => cache.keys()).then(({ length }) => length)`,
  );
}

declare module 'vitest' {
  interface ProvidedContext {
    engine: EngineName;
  }
}
