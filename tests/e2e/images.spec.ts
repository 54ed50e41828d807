import { failureAnswer } from '@foldmark/contract/failures';
import { expect, type Locator, type Page } from '@playwright/test';

import { type Account, apiOf, type CallApi, newMember } from './accounts.ts';
import { ANNOUNCER, expectNoViolations } from './axe.ts';
import { login, test } from './fixtures.ts';
import { gifFile, type ImageFile, pngFile } from './image-files.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const DATE = String.raw`\d{4}-\d\d-\d\d--\d\d-\d\d-\d\d`;

/** Bytes per second, slow enough to see the progress of an upload, also on a busy machine. */
const SLOW = 30_000;

interface Kind {
  readonly kind: 'link' | 'folder';
  readonly title: 'Link' | 'Folder';
  readonly create: (call: CallApi) => Promise<unknown>;
  readonly keyOf: (call: CallApi) => Promise<string | undefined>;
  /** Its row in the list or the tree. */
  readonly row: (page: Page) => Locator;
}

const LINK: Kind = {
  kind: 'link',
  title: 'Link',
  create: async (call) => call('/links/create/', { url: 'one.invalid' }),
  keyOf: async (call) => (await call('/links/list/', {})).at(0)?.image_s3_key,
  row: (page) => page.getByRole('row', { name: /one\.invalid/ }),
};

const FOLDER: Kind = {
  kind: 'folder',
  title: 'Folder',
  create: async (call) => call('/folders/create/', { name: 'Reading' }),
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
  await kind.create(call);
  return { account, call };
}

async function openLibrary(page: Page, account: Account, { kind }: Kind): Promise<void> {
  await login(page, account);
  if (kind === 'folder') await page.getByRole('button', { name: 'Folders', exact: true }).click();
}

/** Opens the edit popup and returns its image section. */
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

/** Switches the network of a page: slow or normal. */
async function networkOf(page: Page) {
  const session = await page.context().newCDPSession(page);
  const emulate = async (uploadThroughput: number): Promise<void> => {
    const conditions = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput };
    await session.send('Network.emulateNetworkConditions', conditions);
  };
  return {
    slow: async () => emulate(SLOW),
    good: async () => emulate(-1),
  };
}

/** Waits until a part of the file was sent, but not all of it. */
async function expectInProgress(section: Locator): Promise<void> {
  const bar = section.getByRole('progressbar');
  await expect(bar).toHaveAttribute('aria-valuenow', /^[1-9]\d?(?:\.\d+)?$/);
}

/** Starts the upload of a large file to a link over a slow network. */
async function uploadSlowly(page: Page) {
  const { account, call } = await memberWith(LINK);
  const network = await networkOf(page);
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  await select(page, section, gifFile('large.gif', 1000));
  await expect(uploadButton(section)).toBeVisible();
  await network.slow();
  await uploadButton(section).click();
  await expectInProgress(section);
  return { call, network, section };
}

for (const kind of [LINK, FOLDER]) {
  test(`a ${kind.kind} gets an image, another one, then none, and by undo both again, in every tab`, async ({
    page,
    context,
  }) => {
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

    // Update also uploads a selected file.
    await select(page, section, gifFile('moving.gif', 1));
    await expect(uploadButton(section)).toBeVisible();
    await dialogOf(page, kind).getByRole('button', { name: 'Update' }).click();
    await expect(dialogOf(page, kind)).toHaveCount(0);
    for (const image of images) await expect(image).toHaveAttribute('src', /\.gif$/);
    const second = await kind.keyOf(call);

    await openSection(page, kind);
    await section.getByRole('button', { name: 'Remove File' }).click();
    await expect(section.getByRole('status')).toHaveText('The image was removed.');
    const message = page.getByRole('listitem').filter({ hasText: 'Image removed.' });
    // A hovered message stays open.
    await message.hover();
    for (const image of images) await expect(image).toHaveCount(0);
    expect(await kind.keyOf(call)).toBe('');

    // The toast brings back the second image, and then the key the first one.
    await message.getByRole('button', { name: 'Undo' }).click();
    for (const image of images) await expect(image).toHaveAttribute('src', /\.gif$/);
    await expect.poll(async () => kind.keyOf(call)).toBe(second);
    await page.keyboard.press('Escape');
    await expect(dialogOf(page, kind)).toHaveCount(0);
    await page.keyboard.press('Control+z');
    for (const image of images) await expect(image).toHaveAttribute('src', shown);
    for (const image of images) await expect(image).toHaveJSProperty('naturalWidth', 1024);
    await expect.poll(async () => kind.keyOf(call)).toBe(first);
  });
}

test('an upload shows its progress, can be cancelled, and can be repeated', async ({ page }) => {
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

test('if the network fails during an upload, an error shows and a retry succeeds', async ({
  page,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED/);
  const { account, call } = await memberWith(LINK);
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  await page.route('**/*', async (route) =>
    route.request().method() === 'PUT' ? route.abort('internetdisconnected') : route.fallback(),
  );
  await select(page, section, gifFile('large.gif', 1000));
  await uploadButton(section).click();
  await expect(section.getByRole('alert')).toHaveText('There was an error uploading your file.');
  await expect(section.getByText('large.gif')).toBeVisible();
  await page.unrouteAll();
  await uploadButton(section).click();
  await expect(section.getByRole('status')).toHaveText('The image was changed.');
  await expect(section.getByRole('alert')).toHaveCount(0);
  expect(await LINK.keyOf(call)).toMatch(/\.gif$/);
});

test('without a network, a selected image waits in the dialog, and the rest is saved', async ({
  page,
  context,
  expectedErrors,
}) => {
  expectedErrors.push(/ERR_INTERNET_DISCONNECTED|Could not reach Cloud Firestore/);
  const { account, call } = await memberWith(LINK);
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  await select(page, section, gifFile('small.gif', 10));
  await expect(uploadButton(section)).toBeEnabled();
  await context.setOffline(true);
  await expect(section.getByText("You're offline, so this image can't be uploaded yet.")).toBeVisible();
  await expect(uploadButton(section)).toBeDisabled();
  const dialog = page.getByRole('dialog', { name: 'Link Edit' });
  await dialog.getByLabel('Name').fill('Named offline');
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(page.getByText('1 change will be sent')).toBeVisible();
  await expect(section.getByText('small.gif')).toBeVisible();
  await context.setOffline(false);
  await expect(uploadButton(section)).toBeEnabled();
  await dialog.getByRole('button', { name: 'Update' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await LINK.keyOf(call)).toMatch(/\.gif$/);
  expect((await call('/links/list/', {}))[0]?.name).toBe('Named offline');
});

test.describe('with the service worker', () => {
  test.use({ serviceWorkers: 'allow' });

  test('a removed image is deleted from the cache of the browser, and stays in the bucket for undo', async ({
    page,
  }) => {
    const { account, call } = await memberWith(LINK);
    await openLibrary(page, account, LINK);
    await page.evaluate(async () => navigator.serviceWorker.ready);
    const section = await openSection(page, LINK);
    await select(page, section, pngFile('one.png', 20, 20));
    await uploadButton(section).click();
    await expect(section.getByRole('status')).toHaveText('The image was changed.');
    const key = (await LINK.keyOf(call)) ?? '';
    const cachedUrls = async (): Promise<string[]> =>
      page.evaluate(async () => (await (await caches.open('foldmark-uploads')).keys()).map(({ url }) => url));
    await expect.poll(cachedUrls).toContainEqual(expect.stringContaining(key));
    const address = (await cachedUrls()).find((url) => url.endsWith(key)) ?? '';
    expect((await page.request.get(address)).status()).toBe(200);

    await section.getByRole('button', { name: 'Remove File' }).click();
    await expect(section.getByRole('status')).toHaveText('The image was removed.');
    await expect.poll(cachedUrls, { timeout: 30_000 }).not.toContainEqual(expect.stringContaining(key));
    expect((await page.request.get(address)).status()).toBe(200);
  });
});

test('if the daily limit of uploads is reached, the form says so', async ({ page, expectedErrors }) => {
  expectedErrors.push(/status of 403 .*uploads.grant/);
  const { account, call } = await memberWith(LINK);
  const { status, body: json } = failureAnswer('tooManyUploads');
  await page.route('**/api/uploads/grant/', async (route) => route.fulfill({ status, json }));
  await openLibrary(page, account, LINK);
  const section = await openSection(page, LINK);
  await select(page, section, pngFile('one.png', 20, 20));
  await uploadButton(section).click();
  await expect(section.getByRole('alert')).toContainText('There was an error uploading your file.');
  await expect(section.getByRole('alert')).toContainText(json.primary_error);
  expect(await LINK.keyOf(call)).toBe('');
});

test('a file is validated by its content, and can also be dropped or pasted', async ({ page }) => {
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

/** Dispatches a drop or paste event with a file. */
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
  test.describe(`axe finds no violations in the image section in the ${colorScheme} theme`, () => {
    test.use({ colorScheme, contextOptions: { reducedMotion: 'reduce' } });

    test('with a file, an error and an upload in progress', async ({ page }) => {
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
      await expectInProgress(section);
      await expectNoViolations(page, { exclude: ANNOUNCER });
    });
  });
}
