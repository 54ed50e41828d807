import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ROOT } from '@foldmark/tools/suite/places';

import { apiOf, newMember, type CallApi } from '#tests/e2e/accounts.ts';
import { hasPrograms } from '@foldmark/tools/support/browsers';
import { serveDeployed, type DeployedSite } from '#tests/support/deployed-site.ts';
import { startTestSuite } from '#tests/support/test-suite.ts';

import { startDisplay, type Display } from './display.ts';
import type { Engine, EngineName, Profile } from './engine.ts';
import { startFirefox } from './firefox.ts';
import { button, field, Tab } from './tab.ts';
import { startWebKit } from './webkit.ts';

const ENGINES = {
  firefox: { program: 'firefox-esr', start: startFirefox },
  webkit: { program: 'WebKitWebDriver', start: startWebKit },
} as const;

const LOCAL = join(PROJECT_ROOT, '.local');

export function canRun(engine: EngineName): boolean {
  return hasPrograms([ENGINES[engine].program, 'Xvfb', 'xdotool']);
}

interface Parts {
  readonly folder: string;
  readonly suite: Awaited<ReturnType<typeof startTestSuite>>;
  readonly display: Display;
  readonly engine: Engine;
  readonly site: DeployedSite;
}

/** The whole product, and one browser on its own virtual screen. */
export class Testbed {
  /** For files that a test selects. */
  readonly folder: string;
  readonly #parts: Parts;
  #profile: Profile | null = null;
  #tabs: Tab[] = [];
  #expected: RegExp | null = null;

  private constructor(parts: Parts) {
    this.folder = parts.folder;
    this.#parts = parts;
  }

  static async start(name: EngineName): Promise<Testbed> {
    await mkdir(LOCAL, { recursive: true });
    const folder = await mkdtemp(join(LOCAL, `browser-${name}-`));
    const suite = await startTestSuite(name);
    process.env['FOLDMARK_APP_URL'] = suite.appUrl;
    process.env['FOLDMARK_AUTH_URL'] = suite.authUrl;
    const display = await startDisplay(folder);
    const engine = await ENGINES[name].start({ display: display.name, folder });
    process.stdout.write(`${engine.name} ${engine.version}\n`);
    const site = await serveDeployed(suite.appUrl, engine.consoleScript);
    return new Testbed({ folder, suite, display, engine, site });
  }

  async openTab(path = '/'): Promise<Tab> {
    this.#profile ??= await this.#parts.engine.openProfile();
    const { site, display } = this.#parts;
    const tab = new Tab(await this.#profile.openWindow(), site.url, display.mouse);
    this.#tabs.push(tab);
    await tab.goto(path);
    return tab;
  }

  /** Creates a member with a library and logs in. */
  async openLibrary(prepare: (call: CallApi) => Promise<unknown>): Promise<{ tab: Tab; call: CallApi }> {
    const account = await newMember();
    const call = await apiOf(account);
    await prepare(call);
    const tab = await this.openTab('/login');
    if (!(await tab.has(field('Email')))) await tab.click(button('Login with Email'));
    await tab.fill('Email', account.email);
    await tab.fill('Password', account.password);
    await tab.click(button('Login'));
    await tab.waitFor(button('Log out'));
    return { tab, call };
  }

  /** Responses to paths that match wait until the returned function is called. */
  holdResponses(path: RegExp): () => void {
    return this.#parts.site.hold(path);
  }

  /** Stops all services of the product. */
  async goOffline(): Promise<void> {
    await this.#parts.site.stop();
    await this.#parts.suite.stop();
  }

  async saveScreenshots(title: string): Promise<void> {
    const folder = join(LOCAL, 'test-results');
    await mkdir(folder, { recursive: true });
    for (const [index, { driver }] of this.#tabs.entries()) {
      const name = `${this.#parts.engine.name}, ${title.slice(0, 60)}, ${index + 1}.png`;
      await writeFile(join(folder, name), await driver.screenshot(), 'base64');
    }
  }

  /** Allows console problems that match. Any other fails the current test. */
  expectConsoleProblem(pattern: RegExp): void {
    this.#expected = pattern;
  }

  async closeTabs(): Promise<void> {
    const consoleProblems = await Promise.all(this.#tabs.map(async ({ driver }) => driver.consoleProblems()));
    const unexpected = consoleProblems.flat().filter((text) => this.#expected?.test(text) !== true);
    await this.#profile?.close();
    this.#profile = null;
    this.#expected = null;
    this.#tabs = [];
    if (unexpected.length > 0) throw new Error(`On the console:\n${unexpected.join('\n')}`);
  }

  async stop(): Promise<void> {
    const { engine, display, site, suite, folder } = this.#parts;
    await engine.stop();
    await display.stop();
    await site.stop();
    await suite.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
