import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { FIREFOX_ID } from '@foldmark/extension/build/ids';
import { zippedFolder } from '@foldmark/extension/build/packages';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { z } from 'zod';

import { FirefoxWindow, launchFirefox, type LaunchedFirefox } from '#tests/browsers/firefox.ts';

import { BUILT_EXTENSION, grantOptionalPermissions } from './chromium.ts';

/** Firefox gives each installation a random host, except if a preference has one already. */
const HOST = '5e1c3f0a-6d52-4f0b-9a37-7b1f2c9d8e04';

const Installed = z.object({ extension: z.string() });
const Created = z.object({ context: z.string() });
const Tree = z.object({
  contexts: z.array(z.object({ context: z.string(), url: z.string() })),
});

/** A Firefox profile with the extension. */
export class FirefoxExtension {
  readonly #firefox: LaunchedFirefox;
  readonly #folder: string;

  private constructor(firefox: LaunchedFirefox, folder: string) {
    this.#firefox = firefox;
    this.#folder = folder;
  }

  static async start(): Promise<FirefoxExtension> {
    const folder = await mkdtemp(join(PROJECT_ROOT, '.local/extension-firefox-'));
    const firefox = await launchFirefox({
      folder,
      env: { MOZ_HEADLESS: '1' },
      // Without it, no driver may open a page of an extension.
      args: ['--remote-allow-system-access'],
      preferences: { 'extensions.webextensions.uuids': JSON.stringify({ [FIREFOX_ID]: HOST }) },
    });
    const extension = join(folder, 'extension');
    await cp(join(BUILT_EXTENSION, 'firefox'), extension, { recursive: true });
    await grantOptionalPermissions(join(extension, 'manifest.json'));
    const zip = join(folder, 'extension.zip');
    await writeFile(zip, await zippedFolder(extension));
    const extensionData = { type: 'archivePath', path: zip };
    await firefox.bidi.send('webExtension.install', { extensionData }, Installed);
    return new FirefoxExtension(firefox, folder);
  }

  urlOf(path: string): string {
    return `moz-extension://${HOST}/${path}`;
  }

  /** The page, opened in a tab. */
  async open(path: string): Promise<FirefoxWindow> {
    const { context } = await this.#firefox.bidi.send('browsingContext.create', { type: 'tab' }, Created);
    const tab = new FirefoxWindow(this.#firefox.bidi, context);
    await tab.goto(path.includes(':') ? path : this.urlOf(path));
    return tab;
  }

  /** The open window or tab with the address, or undefined. */
  async find(url: RegExp): Promise<FirefoxWindow | undefined> {
    const { contexts } = await this.#firefox.bidi.send('browsingContext.getTree', {}, Tree);
    const found = contexts.find((context) => url.test(context.url));
    return found && new FirefoxWindow(this.#firefox.bidi, found.context);
  }

  async stop(): Promise<void> {
    await this.#firefox.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}
