import { join } from 'node:path';

import { freePorts } from '@foldmark/tools/suite/ports';
import { z } from 'zod';

import { WINDOW, type Driver, type Engine, type EngineOptions, type Profile } from './engine.ts';
import { NO_DBUS, startProgram } from './program.ts';

const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
const NewWindow = z.object({ handle: z.string() });
/** Shorter than the timeout of a test, so that the error names the command. */
const RESPONSE_TIMEOUT_MS = 120_000;
/** The key of an element in WebDriver's responses. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const Element = z.object({ [ELEMENT]: z.string() });

/**
 * WebDriver sessions of WebKit are private and write no console. A ResizeObserver whose callback changes a size is notified in
 * the next frame, as in React Aria's popovers. Only WebKit reports that as an error.
 */
const CONSOLE_SCRIPT = `{
  const note = (...words) => {
    const before = JSON.parse(sessionStorage.getItem('consoleProblems') ?? '[]');
    sessionStorage.setItem('consoleProblems', JSON.stringify([...before, words.map(String).join(' ')]));
  };
  for (const level of ['warn', 'error']) {
    const write = console[level];
    console[level] = (...words) => {
      note(...words);
      write(...words);
    };
  }
  addEventListener('error', ({ message }) => {
    if (!message.startsWith('ResizeObserver loop completed')) note(message);
  });
  addEventListener('unhandledrejection', ({ reason }) => note(reason));
  document.addEventListener('securitypolicyviolation', (violation) => {
    note('Content-Security-Policy', violation.violatedDirective, violation.blockedURI);
  });
}`;

/** Starts WebKitGTK's MiniBrowser by its WebDriver, which runs one session at a time. */
export async function startWebKit({ display, folder }: EngineOptions): Promise<Engine> {
  const { hub: port } = await freePorts();
  const child = startProgram({
    name: 'WebKit',
    command: 'WebKitWebDriver',
    args: [`--port=${port}`],
    cwd: folder,
    env: { ...NO_DBUS, DISPLAY: display },
    logFile: join(folder, 'webkit.log'),
  });
  const driver = new WebDriver(`http://127.0.0.1:${port}`);
  await driver.waitUntilUp();
  // Only a session has the version. The first profile reuses this session.
  const first = await driver.newSession();
  const sessions = [first.sessionId];
  return {
    name: 'WebKit',
    version: first.capabilities.browserVersion,
    consoleScript: CONSOLE_SCRIPT,
    openProfile: async () =>
      openProfile(driver, `/session/${sessions.pop() ?? (await driver.newSession()).sessionId}`),
    stop: async () => child.stop('SIGKILL'),
  };
}

async function openProfile(driver: WebDriver, session: string): Promise<Profile> {
  let first: string | null = z.string().parse(await driver.request('GET', `${session}/window`));
  return {
    openWindow: async () => {
      const handle =
        first ??
        NewWindow.parse(await driver.request('POST', `${session}/window/new`, { type: 'window' })).handle;
      first = null;
      const window = new WebKitWindow(driver, session, handle);
      await window.resize();
      return window;
    },
    close: async () => {
      await driver.request('DELETE', session);
    },
  };
}

class WebKitWindow implements Driver {
  readonly #driver: WebDriver;
  readonly #session: string;
  readonly #handle: string;

  constructor(driver: WebDriver, session: string, handle: string) {
    this.#driver = driver;
    this.#session = session;
    this.#handle = handle;
  }

  async resize(): Promise<void> {
    await this.#request('POST', '/window/rect', { x: 0, y: 0, ...WINDOW });
  }

  async goto(url: string): Promise<void> {
    await this.#request('POST', '/url', { url });
  }

  async evaluate(expression: string): Promise<unknown> {
    const script = `return (async () => (await (${expression})) ?? null)()`;
    return this.#request('POST', '/execute/sync', { script, args: [] });
  }

  async perform(actions: Parameters<Driver['perform']>[0]): Promise<void> {
    await this.#request('POST', '/actions', { actions });
  }

  async selectFile(selector: string, file: string): Promise<void> {
    const found = await this.#request('POST', '/element', { using: 'css selector', value: selector });
    await this.#request('POST', `/element/${Element.parse(found)[ELEMENT]}/value`, { text: file });
  }

  async consoleProblems(): Promise<readonly string[]> {
    const noted = await this.evaluate(`JSON.parse(sessionStorage.getItem('consoleProblems') ?? '[]')`);
    return z.array(z.string()).parse(noted);
  }

  async screenshot(): Promise<string> {
    return z.string().parse(await this.#request('GET', '/screenshot'));
  }

  async close(): Promise<void> {
    await this.#request('DELETE', '/window');
  }

  /** Switches to this window first, because commands apply to the current window. */
  async #request(method: string, path: string, body?: object): Promise<unknown> {
    await this.#driver.request('POST', `${this.#session}/window`, { handle: this.#handle });
    return this.#driver.request(method, this.#session + path, body);
  }
}

class WebDriver {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async waitUntilUp(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await this.request('GET', '/status');
        return;
      } catch (error) {
        if (tries > 200) throw error;
        await new Promise((resolve) => {
          setTimeout(resolve, 50);
        });
      }
    }
  }

  async newSession(): Promise<z.infer<typeof Session>> {
    return Session.parse(await this.request('POST', '/session', { capabilities: {} }));
  }

  async request(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }).catch((cause: unknown) => {
      throw new Error(`${method} ${path} got no answer.`, { cause });
    });
    const { value }: { value: unknown } = JSON.parse(await response.text());
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}
