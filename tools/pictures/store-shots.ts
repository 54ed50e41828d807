import { cp, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { type BrowserContext, chromium, type Page } from '@playwright/test';

import { DEMO_ACCOUNT } from '#tools/suite/demo-account.ts';
import { PROJECT_ROOT } from '#tools/suite/places.ts';
import type { Suite } from '#tools/suite/suite.ts';
import { wholeBrowserOptions } from '#tools/support/browsers.ts';

import type { TakenShot } from './take-shots.ts';

/** The size that the stores of Chrome and Firefox ask for. */
const SCREEN = { width: 1280, height: 800 };
/** As low as can be: the popup is as high as its content. */
const POPUP = { width: 360, height: 100 };
const PANEL = { width: 380, height: 800 };
const REST_MS = 700;

const ARTICLE_URL = 'https://kitchen.example/rye-bread';
/** Invented, so that it resembles no real site. */
const ARTICLE = `<!doctype html><html lang="en"><title>Rye bread for beginners</title><style>
  body { margin: 0; font: 18px/1.7 Georgia, serif; color: #2b2320; background: #fbf7f0 }
  header { padding: 28px 64px; font: 600 15px/1 sans-serif; letter-spacing: 0.08em; text-transform: uppercase; color: #8a5a2b }
  main { max-width: 660px; padding: 0 64px }
  h1 { font-size: 46px; line-height: 1.15; margin: 12px 0 24px }
  figure { height: 190px; margin: 0 0 28px; border-radius: 10px; background: linear-gradient(120deg, #c98f4e, #7a4a22) }
</style><header>Kitchen notes</header><main><h1>Rye bread for beginners</h1><figure></figure>
<p>Rye needs no kneading. Mix the flour with warm water and a ripe starter in the evening, and the dough is ready in the morning.</p>
<p>Bake it in a closed pot: first hot, so that it rises, then slowly, so that the crumb dries. Wait a day before you cut it.</p>
<p>The starter lives for years in the fridge. Feed it once a week with equal parts of flour and water.</p></main></html>`;

/** Where the extension covers the page. */
type Place = 'popup' | 'panel' | 'tab';

/**
 * The five pictures of the extension for the stores, with the demo account. No browser photographs its own popup or side panel, so
 * each is photographed alone and laid over the page.
 */
export async function* takeStoreShots(suite: Suite, folder: string): AsyncGenerator<TakenShot> {
  const context = await openProfile(await mkdtemp(join(folder, 'store-')));
  try {
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
    const urlOf = (path: string): string => new URL(path, worker.url()).href;
    const options = await connect(context, urlOf('options.html'), suite.appUrl);
    const article = await context.newPage();
    await article.route(ARTICLE_URL, async (route) =>
      route.fulfill({ contentType: 'text/html', body: ARTICLE }),
    );
    await article.goto(ARTICLE_URL);
    const tab = await worker.evaluate<number>(
      `chrome.tabs.query({}).then((tabs) => tabs.find(({ url }) => url === '${ARTICLE_URL}').id)`,
    );
    const background = await article.screenshot();
    const shot = async (file: string, place: Place, front: Buffer): Promise<TakenShot> => ({
      file,
      bytes: place === 'tab' ? front : await compose(context, background, front, place),
    });

    const popup = await openAt(context, urlOf(`popup.html?tab=${tab}`), POPUP);
    await popup.getByLabel('Note').fill('Wait a day before cutting it');
    await popup.getByRole('option', { name: /^Bread/ }).click();
    yield await shot('save', 'popup', await photograph(popup, { fullPage: true }));
    await popup.getByRole('button', { name: 'Save', exact: true }).click();
    await popup.getByRole('heading', { name: 'Saved' }).waitFor();
    yield await shot('saved', 'popup', await photograph(popup, { fullPage: true }));
    await popup.close();

    const panel = await openAt(context, urlOf('panel.html'), PANEL);
    await panel.getByText('Cooking', { exact: true }).waitFor();
    await panel.emulateMedia({ colorScheme: 'dark' });
    yield await shot('folders', 'panel', await photograph(panel));
    await panel.emulateMedia({ colorScheme: 'light' });
    await panel.getByRole('searchbox').fill('bread');
    await panel.getByText('Rye bread for beginners').first().waitFor();
    yield await shot('search', 'panel', await photograph(panel));
    await panel.close();

    await options.bringToFront();
    yield await shot('options', 'tab', await photograph(options));
  } finally {
    await context.close();
  }
}

/** A browser with the built extension. It has the optional permission, because no script can answer the question for it. */
async function openProfile(folder: string): Promise<BrowserContext> {
  const extension = join(folder, 'extension');
  await cp(join(PROJECT_ROOT, 'extension/dist/chrome'), extension, { recursive: true });
  const file = join(extension, 'manifest.json');
  const { permissions, optional_permissions, ...manifest }: Manifest = JSON.parse(
    await readFile(file, 'utf8'),
  );
  await writeFile(
    file,
    JSON.stringify({ ...manifest, permissions: [...permissions, ...optional_permissions] }),
  );
  const { args, ...options } = wholeBrowserOptions();
  return chromium.launchPersistentContext(join(folder, 'profile'), {
    ...options,
    // Playwright's own headless mode has no extensions.
    headless: false,
    args: [
      ...args,
      '--headless=new',
      `--load-extension=${extension}`,
      `--disable-extensions-except=${extension}`,
    ],
    viewport: SCREEN,
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
}

interface Manifest {
  readonly permissions: readonly string[];
  readonly optional_permissions: readonly string[];
}

/** Connects the extension with the demo account, in the window that its options open. */
async function connect(context: BrowserContext, url: string, origin: string): Promise<Page> {
  const options = await openAt(context, url, SCREEN);
  await options.getByLabel('Address of your Foldmark').fill(origin);
  const opening = context.waitForEvent('page');
  await options.getByRole('button', { name: 'Connect', exact: true }).click();
  const consent = await opening;
  await consent.getByRole('button', { name: 'Login with Email', exact: true }).click();
  const form = consent.getByRole('group', { name: 'Login with Email', exact: true });
  await form.getByLabel('Email', { exact: true }).fill(DEMO_ACCOUNT.email);
  await form.getByLabel('Password', { exact: true }).fill(DEMO_ACCOUNT.password);
  await form.getByRole('button', { name: 'Login', exact: true }).click();
  const approve = consent.getByRole('button', { name: 'Approve' });
  await approve.waitFor();
  // The page ignores a click that comes right after it got the focus.
  await consent.waitForTimeout(2 * REST_MS);
  await approve.click();
  await options.getByText(/^Connected to /).waitFor();
  return options;
}

async function openAt(context: BrowserContext, url: string, size: typeof SCREEN): Promise<Page> {
  const page = await context.newPage();
  await page.setViewportSize(size);
  await page.goto(url);
  return page;
}

async function photograph(page: Page, options = { fullPage: false }): Promise<Buffer> {
  // A hovered row shows its controls.
  await page.mouse.move(0, 0);
  await page.waitForTimeout(REST_MS);
  return page.screenshot(options);
}

async function compose(
  context: BrowserContext,
  background: Buffer,
  front: Buffer,
  place: Exclude<Place, 'tab'>,
): Promise<Buffer> {
  const page = await openAt(context, 'about:blank', SCREEN);
  const [back, over] = [background, front].map(
    (bytes) => `data:image/png;base64,${bytes.toString('base64')}`,
  );
  const styles = {
    popup: 'top: 12px; right: 32px; border-radius: 10px; box-shadow: 0 12px 40px rgb(0 0 0 / 0.35)',
    panel: 'top: 0; right: 0; box-shadow: 0 0 0 1px rgb(0 0 0 / 0.15)',
  };
  await page.setContent(
    `<body style="margin: 0"><img src="${back}" alt=""><img src="${over}" alt="" style="position: fixed; ${styles[place]}">`,
  );
  const bytes = await photograph(page);
  await page.close();
  return bytes;
}
