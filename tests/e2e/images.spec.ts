import { FAILURES } from '@foldmark/contract/failures';
import { expect, type Locator, type Page } from '@playwright/test';

import { type Account, apiOf, type CallApi, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolations } from './axe.ts';
import { login, test } from './fixtures.ts';
import { gifFile, type ImageFile, pngFile } from './image-files.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const DATE = String.raw`\d{4}-\d\d-\d\d--\d\d-\d\d-\d\d`;

/** Slow enough to be seen on its way: bytes a second. */
const SLOW = 100_000;

interface Kind {
  readonly kind: 'link' | 'folder';
  readonly title: 'Link' | 'Folder';
  readonly make: (call: CallApi) => Promise<unknown>;
  readonly keyOf: (call: CallApi) => Promise<string | undefined>;
  /** Where it stands in a list, or in the tree. */
  readonly row: (page: Page) => Locator;
}

const LINK: Kind = {
  kind: 'link',
  title: 'Link',
  make: async (call) => call('/links/create/', { url: 'one.invalid' }),
  keyOf: async (call) => (await call('/links/list/', {})).at(0)?.image_s3_key,
  row: (page) => page.getByRole('row', { name: /one\.invalid/ }),
};

const FOLDER: Kind = {
  kind: 'folder',
  title: 'Folder',
  make: async (call) => call('/folders/create/', { name: 'Reading' }),
  keyOf: async (call) => (await call('/folders/list/', {})).at(0)?.image_s3_key,
  row: (page) => page.getByRole('treegrid', { name: 'Folders' }).getByRole('row', { name: /Reading/ }),
};

const dialogOf = (page: Page, { title }: Kind) => page.getByRole('dialog', { name: `${title} Edit` });
const sectionOf = (page: Page, kind: Kind) =>
  dialogOf(page, kind).getByRole('region', { name: `${kind.title} Image` });
const uploadButton = (section: Locator) => section.getByRole('button', { name: 'Upload Selected File' });

async function memberWith(kind: Kind): Promise<{ readonly account: Account; readonly call: CallApi }> {
  const account = await newMember();
  const call = await apiOf(account);
  await kind.make(call);
  return { account, call };
}

async function openLibrary(page: Page, account: Account, { kind }: Kind): Promise<void> {
  await login(page, account);
  if (kind === 'folder') await page.getByRole('button', { name: 'Folders', exact: true }).click();
}

/** The section of images, in the popup that edits what this member has. */
async function openSection(page: Page, kind: Kind): Promise<Locator> {
  const row = kind.row(page);
  await row.hover();
  await row.getByRole('button', { name: /^More for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit', exact: true }).click();
  return sectionOf(page, kind);
}

async function select(page: Page, section: Locator, file: ImageFile): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await section.getByRole('button', { name: 'Select New File' }).click();
  await (await chooser).setFiles(file);
}

/** The network of a page: one that sends slowly, none, which cuts off what is on its way, and a good one. */
async function networkOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const become = async (uploadThroughput: number, offline = false): Promise<void> => {
    const conditions = { offline, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
  return {
    slow: async () => become(SLOW),
    gone: async () => become(SLOW, true),
    good: async () => become(-1),
  };
}

/** Waits until a part of the file has left, and not all of it. */
async function expectUnderWay(section: Locator): Promise<void> {
  const bar = section.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?(?:\.\d+)?$/);
}

/** A new member whose large file is on its way to a link, over a network that takes its time. */
async function uploadSlowly(page: Page) {
  const { account, call } = await memberWith(LINK);
  const network = await networkOf(page);
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  await select(page, section, gifFile('large.gif', 1000));
  await expect(uploadButton(section)).toBeVisible();
  await network.slow();
  await uploadButton(section).click();
  await expectUnderWay(section);
  return { call, network, section };
}

for (const kind of [LINK, FOLDER]) {
  test(`a ${kind.kind} gets an image, another one, and none, in every tab`, async ({ page, context }) => {
    // Three changes seen in two tabs take a busy machine longer than most tests do.
    test.slow();
    const { account, call } = await memberWith(kind);
    await openLibrary(page, account, kind);
    const other = await context.newPage();
    await other.goto('/');
    const images = [page, other].map((tab) => kind.row(tab).locator('img'));
    await expect(kind.row(other)).toBeVisible();

    const section = await openSection(page, kind);
    await expect(section.getByRole('button', { name: 'Remove File' })).toHaveCount(0);
    await select(page, section, pngFile('Holiday.PNG', 2048, 1024));
    await expect(section.getByText('Holiday.PNG')).toBeVisible();
    await expect(section.getByRole('img', { name: 'Preview' })).toHaveJSProperty('naturalWidth', 1024);
    await uploadButton(section).click();
    await expect(section.getByRole('status')).toHaveText('The image was changed.');
    await expect(section.getByText('Holiday.PNG')).toHaveCount(0);
    await expect(section.getByRole('button', { name: 'Select New File' })).toBeFocused();

    const first = await kind.keyOf(call);
    expect(first).toMatch(new RegExp(String.raw`^dev/uploads/${kind.kind}s/${DATE}--${UUID}\.(?:webp|png)$`));
    const shown = new RegExp(`/foldmark-local/${first}$`);
    for (const image of images) {
      await expect(image).toHaveAttribute('src', shown);
      await expect(image).toHaveJSProperty('naturalWidth', 1024);
      await expect(image).toHaveJSProperty('naturalHeight', 512);
    }

    // Update takes along what is still selected.
    await select(page, section, gifFile('moving.gif', 1));
    await expect(uploadButton(section)).toBeVisible();
    await dialogOf(page, kind).getByRole('button', { name: 'Update' }).click();
    await expect(dialogOf(page, kind)).toHaveCount(0);
    for (const image of images) await expect(image).toHaveAttribute('src', /\.gif$/);

    await openSection(page, kind);
    await section.getByRole('button', { name: 'Remove File' }).click();
    await expect(section.getByRole('status')).toHaveText('The image was removed.');
    for (const image of images) await expect(image).toHaveCount(0);
    expect(await kind.keyOf(call)).toBe('');
  });
}

test('an upload shows how far it is, can be cancelled, and begins again', async ({ page }) => {
  const { call, network, section } = await uploadSlowly(page);
  await expect(dialogOf(page, LINK).getByRole('button', { name: 'Update' })).toBeDisabled();
  await section.getByRole('button', { name: 'Cancel Upload' }).click();
  await expect(section.getByRole('progressbar')).toHaveCount(0);
  await expect(uploadButton(section)).toBeFocused();
  await expect(section.getByRole('alert')).toHaveCount(0);
  expect(await LINK.keyOf(call)).toBe('');
  await network.good();
  await page.keyboard.press('Enter');
  await expect(section.getByRole('status')).toHaveText('The image was changed.');
  expect(await LINK.keyOf(call)).toMatch(/\.gif$/);
});

test('an upload whose network is cut half-way says so, and is tried again', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const { call, network, section } = await uploadSlowly(page);
  await network.gone();
  await expect(section.getByRole('alert')).toHaveText('There was an error uploading your file.');
  await expect(section.getByText('large.gif')).toBeVisible();
  await network.good();
  await uploadButton(section).click();
  await expect(section.getByRole('status')).toHaveText('The image was changed.');
  await expect(section.getByRole('alert')).toHaveCount(0);
  expect(await LINK.keyOf(call)).toMatch(/\.gif$/);
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('an image that was removed leaves the bucket, and the browser that kept it', async ({ page }) => {
    test.slow();
    const { account, call } = await memberWith(LINK);
    await openLibrary(page, account, LINK);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const section = await openSection(page, LINK);
    await select(page, section, pngFile('one.png', 20, 20));
    await uploadButton(section).click();
    await expect(section.getByRole('status')).toHaveText('The image was changed.');
    const key = (await LINK.keyOf(call)) ?? '';
    const kept = async (): Promise<string[]> =>
      page.evaluate(async () => (await (await caches.open('foldmark-uploads')).keys()).map(({ url }) => url));
    await expect.poll(kept).toContainEqual(expect.stringContaining(key));
    const address = (await kept()).find((url) => url.endsWith(key)) ?? '';
    expect((await page.request.get(address)).status()).toBe(200);

    await section.getByRole('button', { name: 'Remove File' }).click();
    await expect(section.getByRole('status')).toHaveText('The image was removed.');
    await expect.poll(kept, { timeout: 30_000 }).not.toContainEqual(expect.stringContaining(key));
    await expect.poll(async () => (await page.request.get(address)).status(), { timeout: 30_000 }).toBe(403);
  });
});

test('a person who has uploaded enough for a day is told so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 403 .*uploads.grant/);
  const { account, call } = await memberWith(LINK);
  const { status, primary_error } = FAILURES.tooManyUploads;
  await page.route('**/api/uploads/grant/', async (route) =>
    route.fulfill({ status, json: { primary_error } }),
  );
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  await select(page, section, pngFile('one.png', 20, 20));
  await uploadButton(section).click();
  await expect(section.getByRole('alert')).toContainText('There was an error uploading your file.');
  await expect(section.getByRole('alert')).toContainText(primary_error);
  expect(await LINK.keyOf(call)).toBe('');
});

test('a file is judged by what is in it, and comes by drop and by paste too', async ({ page }) => {
  const { account } = await memberWith(LINK);
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url());
  });
  const usesAws = async () => {
    const texts = await Promise.all([...scripts].map(async (url) => (await page.request.get(url)).text()));
    return texts.some((text) => text.includes('cognito-identity'));
  };
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  expect(await usesAws()).toBe(false);

  const alert = section.getByRole('alert');
  const png = pngFile('pasted.png', 20, 10);
  await select(page, section, { ...png, buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') });
  await expect(alert).toContainText('SVG images can contain scripts');
  await select(page, section, { ...png, buffer: Buffer.from('MZ\x90') });
  await expect(alert).toContainText("can't upload this type of file");
  await select(page, section, { ...png, buffer: png.buffer.subarray(0, 40) });
  await expect(alert).toContainText("Couldn't read");
  await select(page, section, gifFile('large.gif', 5200));
  await expect(alert).toContainText('too large. The limit is 5 MB.');
  await expect(uploadButton(section)).toHaveCount(0);

  for (const type of ['drop', 'paste'] as const) {
    await give(page, type, { ...png, name: `${type}.png` });
    await expect(section.getByText(`${type}.png`)).toBeVisible();
    await expect(section.getByRole('img', { name: 'Preview' })).toHaveJSProperty('naturalWidth', 20);
  }
  await expect(alert).toHaveCount(0);
  await expect.poll(usesAws).toBe(true);
});

/** Lets the page have a file as the browser hands it over. */
async function give(page: Page, type: 'drop' | 'paste', { name, buffer }: ImageFile): Promise<void> {
  const bytes = JSON.stringify([...buffer]);
  await page.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${bytes})], ${JSON.stringify(name)}));
    const init = { bubbles: true, cancelable: true };
    document.activeElement.dispatchEvent(
      ${JSON.stringify(type)} === 'drop'
        ? new DragEvent('drop', { ...init, dataTransfer: data })
        : new ClipboardEvent('paste', { ...init, clipboardData: data }),
    );
  }`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`axe finds nothing in the section of images in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('with a file, a problem and an upload under way', async ({ page }) => {
      const { account } = await memberWith(FOLDER);
      const network = await networkOf(page);
      await openLibrary(page, account, FOLDER);
      const section = await openSection(page, FOLDER);
      const png = pngFile('Reading.png', 20, 20);
      await select(page, section, { ...png, buffer: Buffer.from('?') });
      await expect(section.getByRole('alert')).toHaveText(/can't upload/);
      await expectNoViolations(page, { exclude: ANNOUNCER });
      await select(page, section, gifFile('Reading.gif', 1000));
      await expect(uploadButton(section)).toBeVisible();
      await network.slow();
      await uploadButton(section).click();
      await expectUnderWay(section);
      await expectNoViolations(page, { exclude: ANNOUNCER });
    });
  });
}
