import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { CHROME_KEY, chromeId } from '@foldmark/extension/build/ids';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { wholeBrowserOptions } from '@foldmark/tools/support/browsers';
import { chromium, expect, type BrowserContext, type Page, type Worker } from '@playwright/test';

export const BUILT_EXTENSION = join(PROJECT_ROOT, 'extension/dist');

/** A Chromium profile with the extension. */
export class ChromiumExtension {
  readonly context: BrowserContext;
  readonly #folder: string;

  private constructor(context: BrowserContext, folder: string) {
    this.context = context;
    this.#folder = folder;
  }

  /** All requests go through the proxy, also those to this computer. */
  static async start(proxy: string | null = null): Promise<ChromiumExtension> {
    const folder = await mkdtemp(join(PROJECT_ROOT, '.local/extension-chromium-'));
    const extension = join(folder, 'extension');
    await cp(join(BUILT_EXTENSION, 'chrome'), extension, { recursive: true });
    await grantOptionalPermissions(join(extension, 'manifest.json'));
    const { args, ...options } = wholeBrowserOptions();
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...options,
      // Playwright's own headless mode has no extensions.
      headless: false,
      args: [
        ...args,
        '--headless=new',
        `--load-extension=${extension}`,
        `--disable-extensions-except=${extension}`,
      ],
      locale: 'en-GB',
      ...(proxy === null ? {} : { proxy: { server: `http://${proxy}`, bypass: '<-loopback>' } }),
    });
    const browser = new ChromiumExtension(context, folder);
    await browser.#closeFirstOptions();
    return browser;
  }

  /** The installation opens the options, which would interrupt a test that opens them itself. */
  async #closeFirstOptions(): Promise<void> {
    const find = (): Page | undefined =>
      this.context.pages().find((page) => page.url() === this.urlOf('options.html'));
    await expect.poll(find, { timeout: 60_000 }).toBeDefined();
    // A window needs a tab.
    await this.context.newPage();
    await find()?.close();
  }

  urlOf(path: string): string {
    return `chrome-extension://${chromeId(CHROME_KEY)}/${path}`;
  }

  /** The page, opened in a tab. */
  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.urlOf(path));
    return page;
  }

  /** The popup for the tab in front: in a tab behind it, because Playwright does not see the popup of the toolbar. */
  async openPopup(front: Page): Promise<Page> {
    await front.bringToFront();
    const url = this.urlOf('popup.html');
    const opened = this.context.waitForEvent('page', { predicate: (page) => page.url() === url });
    const session = await this.context.newCDPSession(front);
    await session.send('Target.createTarget', { url, background: true });
    await session.detach();
    const popup = await opened;
    // Playwright can miss the load event of a tab that it has not opened.
    await popup.locator('main *').first().waitFor();
    return popup;
  }

  /** Replaces the files by those of a newer version, as the store does. Resolves when the new worker runs. */
  async update(version: string): Promise<void> {
    const file = join(this.#folder, 'extension/manifest.json');
    const manifest: object = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...manifest, version }));
    const settings = await this.context.newPage();
    await settings.goto('chrome://extensions/');
    // Otherwise Chromium disables an unpacked extension that reloads itself.
    await settings.evaluate('chrome.developerPrivate.updateProfileConfiguration({ inDeveloperMode: true })');
    const started = this.context.waitForEvent('serviceworker');
    const page = await this.open('options.html');
    // The answer is lost if the page closes first.
    await page.evaluate('void chrome.runtime.reload()').catch(() => undefined);
    await started;
    await settings.close();
  }

  /** Ends the worker, as the browser does after 30 idle seconds. */
  async stopWorker(page: Page): Promise<void> {
    const session = await this.context.newCDPSession(page);
    const stopped = new Promise<void>((resolve) => {
      session.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
        if (versions.some(({ runningStatus }) => runningStatus === 'stopped')) resolve();
      });
    });
    await session.send('ServiceWorker.enable');
    await session.send('ServiceWorker.stopAllWorkers');
    await stopped;
    await session.detach();
  }

  /** The running worker. Waits until it runs. */
  async worker(): Promise<Worker> {
    const isOurs = (worker: Worker): boolean => worker.url().startsWith(this.urlOf(''));
    return (
      this.context.serviceWorkers().find(isOurs) ??
      (await this.context.waitForEvent('serviceworker', { predicate: isOurs }))
    );
  }

  async stop(): Promise<void> {
    await this.context.close();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** `permissions.request` shows a dialog that no test can answer. */
export async function grantOptionalPermissions(file: string): Promise<void> {
  const manifest: { permissions: string[]; optional_permissions: string[] } = JSON.parse(
    await readFile(file, 'utf8'),
  );
  const { permissions, optional_permissions, ...others } = manifest;
  await writeFile(
    file,
    JSON.stringify({ ...others, permissions: [...permissions, ...optional_permissions] }),
  );
}
