import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { Socket } from 'node:net';

import type { CallerCheck } from '#firestore/wire/callers/local-callers.ts';
import type { Log } from '#firestore/log/log.ts';
import { StatusError } from '#firestore/api/status.ts';
import { acceptsGzip, gzipInto, gzipText, type BodyWriter } from '#firestore/wire/http/compression.ts';
import type { RefuseHttp } from '#firestore/wire/refusals.ts';
import { errorAnswer, type HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import { MalformedRequests } from '#firestore/wire/http/malformed-requests.ts';

/** A commit may hold 10 MiB of documents. JSON and form encoding make the body larger. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;
/** The first request of a WebChannel has the ID token in its query. */
const MAX_HEADER_BYTES = 64 * 1024;
const NO_BODY = Buffer.alloc(0);
const HEADERS_TIMEOUT_MS = 20_000;
const REQUEST_TIMEOUT_MS = 60_000;

export interface HttpRequest {
  readonly method: string;
  /** Still percent-encoded. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type HttpHandler = (request: HttpRequest) => Promise<HttpAnswer>;

export interface HttpAdapter {
  /** `start` has the first bytes of the connection. */
  readonly accept: (socket: Socket, start: Buffer) => void;
  readonly stop: () => void;
}

export interface HttpOptions {
  readonly log: Log;
  readonly check: CallerCheck;
  readonly refuse?: RefuseHttp;
  readonly headersTimeoutMs?: number;
  readonly requestTimeoutMs?: number;
}

/** Speaks HTTP/1.1 on the connections that it accepts. It opens no port. */
export function createHttpAdapter(handle: HttpHandler, options: HttpOptions): HttpAdapter {
  const headersTimeout = options.headersTimeoutMs ?? HEADERS_TIMEOUT_MS;
  const malformed = new MalformedRequests(options.refuse);
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout,
      requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: Math.min(headersTimeout, 5_000),
    },
    (request, response) => {
      malformed.served(request.socket, response);
      serve(handle, options, request, response).catch((error: unknown) => {
        // If the client disconnected in the middle of its request, there is nothing to report.
        if (request.complete) options.log.error('Sending an HTTP response failed.', error);
        response.destroy();
      });
    },
  );
  server.on('clientError', (error, socket) => {
    malformed.answer(error, socket);
  });
  // Node enforces the timeouts above only after this event, and this server never listens itself.
  server.emit('listening');
  return {
    accept: (socket, start) => {
      malformed.accepted(socket, start);
      server.emit('connection', socket);
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function serve(
  handle: HttpHandler,
  { check, refuse = () => undefined }: HttpOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reason = check(request.headers.host, request.headers.origin);
  if (reason !== null) {
    const error = new StatusError('PERMISSION_DENIED', reason);
    refuse(parsed(request, NO_BODY), error);
    await send(errorAnswer(error), {}, response, false);
    return;
  }
  const cors = corsHeaders(request.headers);
  if (request.method === 'OPTIONS') {
    response.writeHead(200, { ...cors, 'Content-Length': '0' }).end();
    return;
  }
  const body = await readBody(request);
  if (body === null) {
    const error = new StatusError('INVALID_ARGUMENT', 'The request body is too large.');
    refuse(parsed(request, NO_BODY), error);
    await send(errorAnswer(error, 413), cors, response, false);
    return;
  }
  const answer = await handle(parsed(request, body));
  await send(answer, cors, response, acceptsGzip(request.headers['accept-encoding']));
}

function parsed(request: IncomingMessage, body: Buffer): HttpRequest {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  return {
    method: request.method ?? 'GET',
    path: mark < 0 ? target : target.slice(0, mark),
    query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    headers: request.headers,
    body,
  };
}

/**
 * The whole body, or null if it is too large. Reads a too large body to its end all the same, because a client reads the
 * response only after it has sent its request.
 */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return size <= MAX_BODY_BYTES ? Buffer.concat(chunks, size) : null;
}

/** Compresses the body if the client accepts gzip, as the real service does for REST and WebChannel. */
async function send(
  answer: HttpAnswer,
  cors: Record<string, string>,
  response: ServerResponse,
  gzip: boolean,
): Promise<void> {
  const headers = { ...cors, 'Cache-Control': 'no-cache', ...answer.headers };
  if (typeof answer.body === 'string') {
    const zipped = gzip ? await gzipText(answer.body) : null;
    response.writeHead(answer.status, zipped === null ? headers : { ...headers, ...GZIP });
    response.end(zipped ?? answer.body);
    return;
  }
  response.writeHead(answer.status, gzip ? { ...headers, ...GZIP } : headers);
  response.flushHeaders();
  const disconnected = new AbortController();
  response.once('close', () => {
    disconnected.abort();
  });
  const chunks = answer.body[Symbol.asyncIterator]();
  disconnected.signal.addEventListener('abort', () => void chunks.return?.().catch(() => undefined));
  const output = gzip ? gzipInto(response) : plainInto(response, disconnected.signal);
  for (let chunk = await chunks.next(); chunk.done !== true; chunk = await chunks.next()) {
    if (response.destroyed) return;
    await output.write(chunk.value);
  }
  await output.end();
}

const GZIP = { 'Content-Encoding': 'gzip' };

function plainInto(response: ServerResponse, disconnected: AbortSignal): BodyWriter {
  return {
    async write(chunk) {
      if (!response.write(chunk)) await waitForDrain(response, disconnected);
    },
    end() {
      response.end();
      return Promise.resolve();
    },
  };
}

/** Resolves when the client has received the written data or has disconnected. */
async function waitForDrain(response: ServerResponse, disconnected: AbortSignal): Promise<void> {
  await once(response, 'drain', { signal: disconnected }).catch(() => undefined);
}

/** The web SDK reads these headers of an XMLHttpRequest. Chromium logs an error if they are not exposed. */
const EXPOSED_HEADERS = 'x-client-wire-protocol, x-http-session-id, x-http-initial-response';

/** Allows pages of this machine on any port, with credentials. The caller check has already rejected other pages. */
function corsHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  const origin = headers.origin;
  if (origin === undefined) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
    'Access-Control-Allow-Headers': headers['access-control-request-headers'] ?? '*',
    'Access-Control-Expose-Headers': EXPOSED_HEADERS,
    'Access-Control-Max-Age': '3600',
    Vary: 'Origin, Access-Control-Request-Headers, Accept-Encoding',
  };
}
