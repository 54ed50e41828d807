import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

/** The whole product at its own origin, where a test can deploy a new version without affecting other tests. */
export interface DeployedSite {
  readonly url: string;
  /**
   * Serves the next version from now on: every hashed file has a new name, and the old names respond 404, as after a
   * deployment to Hosting.
   */
  readonly deployNext: () => void;
  /** Responses to paths that match wait until the returned function is called. */
  readonly hold: (path: RegExp) => () => void;
  readonly stop: () => Promise<void>;
}

const NEXT = '-next';
const LISTENER = '/listener.js';
const TEXT = /^(?:text\/(?:html|css|javascript)|application\/javascript)/;
/** A hashed file, as named from outside or inside of `assets/`. */
const HASHED = /((?:assets|\.)\/[\w.-]+-[\w-]{8})\.(js|css|woff2)/g;

/** Every page loads the `listener` script, if given, before its own scripts. */
export async function serveDeployed(appUrl: string, listener: string | null = null): Promise<DeployedSite> {
  let isNext = false;
  let held: { readonly path: RegExp; readonly released: Promise<void> } | null = null;
  const server = createServer((request, response) => {
    if (listener !== null && request.url === LISTENER) {
      response.setHeader('content-type', 'text/javascript');
      response.end(listener);
      return;
    }
    // A response that is under way during the deployment is all of the old version.
    const isFromNext = isNext;
    const change = (text: string): string => {
      const changed = isFromNext ? nextVersion(text) : text;
      return listener === null
        ? changed
        : changed.replace('<head>', `<head><script src="${LISTENER}"></script>`);
    };
    const released = held?.path.test(request.url ?? '') === true ? held.released : null;
    const respond = async (): Promise<void> => {
      await released;
      await answer(appUrl, isFromNext, change, request, response);
    };
    respond().catch((error: unknown) => {
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
    hold: (path) => {
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      held = { path, released };
      return release;
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
    headers: forwardedHeaders(request),
    body: body.length === 0 ? null : body,
  });
  const headers = new Headers(upstream.headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding', 'connection'])
    headers.delete(name);
  response.writeHead(upstream.status, Object.fromEntries(headers));
  const isText = TEXT.test(headers.get('content-type') ?? '');
  response.end(isText ? change(await upstream.text()) : Buffer.from(await upstream.arrayBuffer()));
}

/** Renames hashed files, and changes the revisions of unhashed files in the service worker's list. */
function nextVersion(text: string): string {
  return text.replaceAll(HASHED, `$1${NEXT}.$2`).replaceAll(/"revision":"(\w+)"/g, '"revision":"$1next"');
}

function forwardedHeaders({ headers }: IncomingMessage): Record<string, string> {
  const names = ['content-type', 'auth-token', 'prefer', 'idempotency-key', 'accept'];
  return Object.fromEntries(
    names.flatMap((name) => {
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
