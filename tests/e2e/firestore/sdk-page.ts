import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import type { BrowserContext, Page } from '@playwright/test';

export interface ClientOptions {
  readonly project: string;
  readonly port: number;
  readonly uid?: string;
  readonly token?: string;
}

export interface News {
  readonly docs?: readonly (readonly [string, Record<string, unknown>])[];
  readonly fromCache?: boolean;
  readonly hasPendingWrites?: boolean;
  readonly error?: string;
}

/** A page with the unmodified SDK and the commands of page-client.js. */
export class SdkPage {
  readonly page: Page;
  /** Uncaught errors of the page. */
  readonly errors: string[] = [];

  private constructor(page: Page) {
    this.page = page;
    page.on('pageerror', (error) => this.errors.push(String(error)));
  }

  static async open(context: BrowserContext, origin: string, options: ClientOptions): Promise<SdkPage> {
    const page = await context.newPage();
    const opened = new SdkPage(page);
    await page.goto(origin);
    await page.waitForFunction('globalThis.client !== undefined');
    await opened.call('start', options);
    return opened;
  }

  async call(command: string, ...args: readonly unknown[]): Promise<unknown> {
    return this.page.evaluate(`globalThis.client[${JSON.stringify(command)}](...${JSON.stringify(args)})`);
  }

  async news(name: string): Promise<News> {
    return this.page.evaluate<News>(`globalThis.client.news(${JSON.stringify(name)})`);
  }

  /** The document ids of a listener's latest snapshot, once the server has confirmed it. */
  async confirmed(name: string): Promise<readonly string[] | string> {
    const { docs = [], fromCache, hasPendingWrites, error } = await this.news(name);
    if (error !== undefined) return error;
    return fromCache === false && hasPendingWrites === false ? docs.map(([id]) => id) : 'not confirmed';
  }
}

/** Serves the SDK from its package. It is a real server, because browsers block local ports for pages without an origin. */
export class SdkHost {
  readonly #server: Server;
  readonly origin: string;

  private constructor(server: Server, port: number) {
    this.#server = server;
    this.origin = `http://127.0.0.1:${port}`;
  }

  static async start(): Promise<SdkHost> {
    const manifest = createRequire(import.meta.url).resolve('firebase/package.json');
    const files = await sdkFiles(dirname(manifest));
    const server = createServer((request, response) => {
      const file = files.get(request.url ?? '');
      response.writeHead(file === undefined ? 404 : 200, { 'Content-Type': file?.type ?? 'text/plain' });
      response.end(file?.text);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    return new SdkHost(server, address.port);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

interface ServedFile {
  readonly type: string;
  readonly text: string;
}

/** The SDK's CDN builds, with their imports changed to this server. */
async function sdkFiles(sdk: string): Promise<ReadonlyMap<string, ServedFile>> {
  const imports = { 'firebase/app': '/firebase-app.js', 'firebase/firestore': '/firebase-firestore.js' };
  const html = `<!doctype html><title>SDK</title><link rel="icon" href="data:,">
    <script type="importmap">${JSON.stringify({ imports })}</script>
    <script type="module" src="/page-client.js"></script>`;
  return new Map([
    ['/', { type: 'text/html', text: html }],
    ['/page-client.js', await script(join(import.meta.dirname, 'page-client.js'))],
    ['/firebase-app.js', await script(join(sdk, 'firebase-app.js'))],
    ['/firebase-firestore.js', await script(join(sdk, 'firebase-firestore.js'))],
  ]);
}

async function script(path: string): Promise<ServedFile> {
  const source = await readFile(path, 'utf8');
  return {
    type: 'text/javascript',
    text: source.replaceAll(/https:\/\/www\.gstatic\.com\/firebasejs\/[\d.]+/gu, ''),
  };
}

/** An unsigned ID token, like those of the Auth emulator. */
export function idToken(uid: string, claims: Record<string, unknown> = {}): string {
  const now = Math.floor(Date.now() / 1000);
  const payload = { sub: uid, user_id: uid, iat: now, exp: now + 3600, ...claims };
  return `${jwtPart({ alg: 'none', type: 'JWT' })}.${jwtPart(payload)}.`;
}

function jwtPart(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
