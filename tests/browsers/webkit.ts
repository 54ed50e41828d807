import { join } from 'node:path';

import { freePort } from '@foldmark/tools/suite/ports';
import { z } from 'zod';

import { WINDOW, type Driver, type Engine, type Place, type Profile } from './engine.ts';
import { NO_BUS, startProgram } from './program.ts';

const Session = z.object({
  sessionId: z.string(),
  capabilities: z.object({ browserVersion: z.string() }),
});
const NewWindow = z.object({ handle: z.string() });
/** Within a test's time, so that a failure names the command. */
const ANSWER_MS = 60_000;
/** The key of an element in WebDriver's answers. */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';
const Element = z.object({ [ELEMENT]: z.string() });

/**
 * Sessions keep nothing on the disk, and such a WebKit writes no console anywhere. A ResizeObserver whose callback changes a
 * size tells of it in the next frame, as React Aria's popovers do. Only WebKit counts that among the errors.
 */
const LISTENER = `{
  const note = (...words) => {
    const before = JSON.parse(sessionStorage.getItem('complaints') ?? '[]');
    sessionStorage.setItem('complaints', JSON.stringify([...before, words.map(String).join(' ')]));
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

/** WebKitGTK's own small browser, by the WebDriver that comes with it: it runs one session at a time. */
export async function startWebKit({ display, folder }: Place): Promise<Engine> {
  const port = await freePort();
  const child = startProgram({
    name: 'WebKit',
    command: 'WebKitWebDriver',
    args: [`--port=${port}`],
    cwd: folder,
    env: { ...NO_BUS, DISPLAY: display },
    logFile: join(folder, 'webkit.log'),
  });
  const driver = new WebDriver(`http://127.0.0.1:${port}`);
  await driver.isUp();
  // Only a session tells the version; the first profile takes it over.
  const first = await driver.newSession();
  const sessions = [first.sessionId];
  return {
    name: 'WebKit',
    version: first.capabilities.browserVersion,
    listener: LISTENER,
    openProfile: async () =>
      openProfile(driver, `/session/${sessions.pop() ?? (await driver.newSession()).sessionId}`),
    stop: async () => child.stop('SIGKILL'),
  };
}

async function openProfile(driver: WebDriver, session: string): Promise<Profile> {
  let first: string | null = z.string().parse(await driver.ask('GET', `${session}/window`));
  return {
    openWindow: async () => {
      const handle =
        first ??
        NewWindow.parse(await driver.ask('POST', `${session}/window/new`, { type: 'window' })).handle;
      first = null;
      const window = new WebKitWindow(driver, session, handle);
      await window.place();
      return window;
    },
    close: async () => {
      await driver.ask('DELETE', session);
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

  async place(): Promise<void> {
    await this.#ask('POST', '/window/rect', { x: 0, y: 0, ...WINDOW });
  }

  async goto(url: string): Promise<void> {
    await this.#ask('POST', '/url', { url });
  }

  async evaluate(expression: string): Promise<unknown> {
    const script = `return (async () => (await (${expression})) ?? null)()`;
    return this.#ask('POST', '/execute/sync', { script, args: [] });
  }

  async perform(actions: Parameters<Driver['perform']>[0]): Promise<void> {
    await this.#ask('POST', '/actions', { actions });
  }

  async selectFile(selector: string, file: string): Promise<void> {
    const found = await this.#ask('POST', '/element', { using: 'css selector', value: selector });
    await this.#ask('POST', `/element/${Element.parse(found)[ELEMENT]}/value`, { text: file });
  }

  async complaints(): Promise<readonly string[]> {
    const noted = await this.evaluate(`JSON.parse(sessionStorage.getItem('complaints') ?? '[]')`);
    return z.array(z.string()).parse(noted);
  }

  async screenshot(): Promise<string> {
    return z.string().parse(await this.#ask('GET', '/screenshot'));
  }

  async close(): Promise<void> {
    await this.#ask('DELETE', '/window');
  }

  /** Commands go to the window that was switched to last. */
  async #ask(method: string, path: string, body?: object): Promise<unknown> {
    await this.#driver.ask('POST', `${this.#session}/window`, { handle: this.#handle });
    return this.#driver.ask(method, this.#session + path, body);
  }
}

class WebDriver {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url;
  }

  async isUp(): Promise<void> {
    for (let tries = 0; ; tries += 1) {
      try {
        await this.ask('GET', '/status');
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
    return Session.parse(await this.ask('POST', '/session', { capabilities: {} }));
  }

  async ask(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(this.#url + path, {
      method,
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const { value }: { value: unknown } = JSON.parse(await response.text());
    if (!response.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`);
    return value;
  }
}
