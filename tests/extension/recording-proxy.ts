import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';

/** Hosts below it exist only in the proxy, which shows the same page at each address. */
export const SITES = 'sites.invalid';

export interface Recorded {
  readonly host: string;
  /** The method, address, headers and body. */
  readonly text: string;
}

/** A proxy that records every byte that a browser sends over http, and serves the pages that the browser visits. */
export class RecordingProxy {
  readonly requests: Recorded[] = [];
  /** While it is true, no server answers. */
  isOffline = false;
  /** Runs after a server has answered a request, and before the browser gets the answer. */
  beforeAnswer: (request: string) => Promise<void> = async () => undefined;
  readonly #server = createServer();

  private constructor() {
    this.#server.on('request', (incoming, response) => {
      this.#answer(incoming, response).catch(() => {
        response.destroy();
      });
    });
    // Any use of https is a request to a host that the test doesn't know.
    this.#server.on('connect', ({ url = '', headers }, socket) => {
      this.#record(url, `CONNECT ${url} ${JSON.stringify(headers)}`);
      socket.destroy();
    });
  }

  static async start(): Promise<RecordingProxy> {
    const proxy = new RecordingProxy();
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get address(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy has no port.');
    return `127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #record(host: string, text: string): void {
    this.requests.push({ host, text });
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = 'GET', url = '', headers } = incoming;
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) if (chunk instanceof Buffer) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { host, hostname } = new URL(url);
    if (this.isOffline) {
      response.destroy();
      return;
    }
    this.#record(host, `${method} ${url} ${JSON.stringify(headers)} ${body.toString('latin1')}`);
    if (hostname.endsWith(`.${SITES}`)) {
      const title = hostname.split('.')[0] ?? '';
      response.writeHead(200, { 'content-type': 'text/html' });
      response.end(`<!doctype html><title>${title}</title><link rel="icon" href="data:,"><h1>${title}</h1>`);
      return;
    }
    const upstream = request(url, { method, headers });
    upstream.end(body);
    const answer = await answerOf(upstream);
    await this.beforeAnswer(`${method} ${url}`);
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  }
}

async function answerOf(upstream: ReturnType<typeof request>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    upstream.once('response', resolve);
    upstream.once('error', reject);
  });
}
