import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { BidiConnection } from './bidi.ts';
import type { Driver, Engine, EngineOptions, Profile } from './engine.ts';
import { NO_DBUS, startProgram } from './program.ts';

const Session = z.object({ capabilities: z.object({ browserVersion: z.string() }) });
const UserContext = z.object({ userContext: z.string() });
const Created = z.object({ context: z.string() });
const Nothing = z.object({});
const Screenshot = z.object({ data: z.string() });
const Evaluated = z.discriminatedUnion('type', [
  z.object({ type: z.literal('success'), result: z.object({ value: z.string() }) }),
  z.object({ type: z.literal('exception'), exceptionDetails: z.object({ text: z.string() }) }),
]);
const Located = z.object({ nodes: z.tuple([z.object({ sharedId: z.string() })]) });
const LogEntry = z.object({
  level: z.string(),
  text: z.string().nullable(),
  source: z.object({ context: z.string().optional() }),
});

export async function startFirefox({ display, folder }: EngineOptions): Promise<Engine> {
  const { bidi, version, stop } = await launchFirefox({ folder, env: { DISPLAY: display } });
  return {
    name: 'Firefox',
    version,
    consoleScript: null,
    openProfile: async () => openProfile(bidi),
    stop,
  };
}

interface LaunchOptions {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  readonly preferences?: Readonly<Record<string, string | number | boolean>>;
}

export interface LaunchedFirefox {
  readonly bidi: BidiConnection;
  readonly version: string;
  readonly stop: () => Promise<void>;
}

/** Starts the installed Firefox and controls it by WebDriver BiDi. */
export async function launchFirefox({
  folder,
  env,
  args = [],
  preferences = {},
}: LaunchOptions): Promise<LaunchedFirefox> {
  const profile = join(folder, 'profile');
  await mkdir(profile);
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const child = startProgram({
    name: 'Firefox',
    command: 'firefox-esr',
    args: ['--remote-debugging-port=0', ...args, '--profile', profile, '--no-remote', 'about:blank'],
    cwd: folder,
    env: { ...NO_DBUS, ...env },
    logFile: join(folder, 'firefox.log'),
  });
  let url = '';
  await child.ready((line) => {
    url = /BiDi listening on (?<url>ws:\S+)/.exec(line)?.groups?.['url'] ?? '';
    return url !== '';
  });
  const bidi = await BidiConnection.open(`${url}/session`);
  const { capabilities } = await bidi.send('session.new', { capabilities: {} }, Session);
  await bidi.send('session.subscribe', { events: ['log.entryAdded'] }, Nothing);
  return {
    bidi,
    version: capabilities.browserVersion,
    stop: async () => {
      bidi.close();
      await child.stop('SIGKILL');
    },
  };
}

async function openProfile(bidi: BidiConnection): Promise<Profile> {
  const { userContext } = await bidi.send('browser.createUserContext', {}, UserContext);
  return {
    openWindow: async () => {
      const create = { type: 'window', userContext };
      const { context } = await bidi.send('browsingContext.create', create, Created);
      return new FirefoxWindow(bidi, context);
    },
    close: async () => {
      await bidi.send('browser.removeUserContext', { userContext }, Nothing);
    },
  };
}

export class FirefoxWindow implements Driver {
  readonly #bidi: BidiConnection;
  readonly #context: string;
  readonly #consoleProblems: string[] = [];

  constructor(bidi: BidiConnection, context: string) {
    this.#bidi = bidi;
    this.#context = context;
    bidi.listen('log.entryAdded', LogEntry, ({ level, text, source }) => {
      if (source.context === context && /warn|error/.test(level)) this.#consoleProblems.push(text ?? '');
    });
  }

  async goto(url: string): Promise<void> {
    await this.#send('browsingContext.navigate', { url, wait: 'complete' }, z.object({}));
  }

  async evaluate(expression: string): Promise<unknown> {
    const evaluated = await this.#bidi.send(
      'script.evaluate',
      {
        expression: `(async () => JSON.stringify(await (${expression})) ?? 'null')()`,
        target: { context: this.#context },
        awaitPromise: true,
      },
      Evaluated,
    );
    if (evaluated.type === 'exception') throw new Error(evaluated.exceptionDetails.text);
    return JSON.parse(evaluated.result.value);
  }

  async perform(actions: Parameters<Driver['perform']>[0]): Promise<void> {
    await this.#send('input.performActions', { actions }, Nothing);
  }

  async selectFile(selector: string, file: string): Promise<void> {
    const locator = { type: 'css', value: selector };
    const { nodes } = await this.#send('browsingContext.locateNodes', { locator, maxNodeCount: 1 }, Located);
    const [{ sharedId }] = nodes;
    await this.#send('input.setFiles', { element: { sharedId }, files: [file] }, Nothing);
  }

  async consoleProblems(): Promise<readonly string[]> {
    return Promise.resolve(this.#consoleProblems);
  }

  async screenshot(): Promise<string> {
    return (await this.#send('browsingContext.captureScreenshot', {}, Screenshot)).data;
  }

  async close(): Promise<void> {
    await this.#send('browsingContext.close', {}, Nothing);
  }

  async #send<T>(method: string, params: object, answer: z.ZodType<T>): Promise<T> {
    return this.#bidi.send(method, { context: this.#context, ...params }, answer);
  }
}
