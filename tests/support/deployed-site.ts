import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The whole product at an origin of its own, where a new version can be deployed without touching anybody else's. */
export interface DeployedSite {
  readonly url: string;
  /**
   * From now on the next version is served: every file with a hash has another name, and the old names are gone, as after
   * a deployment to Hosting.
   */
  readonly deployNext: () => void;
  readonly stop: () => Promise<void>;
}

const NEXT = '-next';
const LISTENER = '/listener.js';
const TEXT = /^(?:text\/(?:html|css|javascript)|application\/javascript)/;
/** Named by itself in `assets/`, or by another file there. */
const HASHED = /((?:assets|\.)\/[\w.-]+-[\w-]{8})\.(js|css|woff2)/g;

/** With a `listener`, a script that every page loads before its own. */
export async function serveDeployed(appUrl: string, listener: string | null = null): Promise<DeployedSite> {
  let isNext = false;
  const server = createServer((request, response) => {
    if (listener !== null && request.url === LISTENER) {
      response.setHeader('content-type', 'text/javascript');
      response.end(listener);
      return;
    }
    const change = (text: string): string => {
      const changed = isNext ? nextVersion(text) : text;
      return listener === null
        ? changed
        : changed.replace('<head>', `<head><script src="${LISTENER}"></script>`);
    };
    answer(appUrl, isNext, change, request, response).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : new Error(String(error)));
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    deployNext: () => {
      isNext = true;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

async function answer(
  appUrl: string,
  isNext: boolean,
  change: (text: string) => string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = request.url ?? '/';
  const isAsset = path.startsWith('/assets/');
  if (isAsset && isNext !== path.includes(`${NEXT}.`)) {
    response.writeHead(404).end();
    return;
  }
  const body = await bodyOf(request);
  const upstream = await fetch(`${appUrl}${path.replace(`${NEXT}.`, '.')}`, {
    method: request.method ?? 'GET',
    headers: passedOn(request),
    body: body.length === 0 ? null : body,
  });
  const headers = new Headers(upstream.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
    headers.delete(name);
  response.writeHead(upstream.status, Object.fromEntries(headers));
  const isText = TEXT.test(headers.get('content-type') ?? '');
  response.end(isText ? change(await upstream.text()) : Buffer.from(await upstream.arrayBuffer()));
}

/** Also in the list of the service worker, where what has no hash has a revision. */
function nextVersion(text: string): string {
  return text.replaceAll(HASHED, `$1${NEXT}.$2`).replaceAll(/"revision":"(\w+)"/g, '"revision":"$1next"');
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  const wanted = ['content-type', 'auth-token', 'prefer', 'idempotency-key', 'accept'];
  return Object.fromEntries(
    wanted.flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
}

async function bodyOf(request: IncomingMessage): Promise<Uint8Array<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of request) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return new Uint8Array(Buffer.concat(chunks));
}
