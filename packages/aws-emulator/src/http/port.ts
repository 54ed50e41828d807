import { randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

import { callerCheck, type CallerCheck, type CallerOptions } from '#aws/http/local-callers.ts';
import type { AwsAnswer, AwsRequest, Handler } from '#aws/http/message.ts';

/** The maximum time to receive a request. A slower upload is aborted. */
const REQUEST_TIMEOUT_MS = 300_000;
const HEADERS_TIMEOUT_MS = 20_000;
const INTERNAL_ERROR =
  '<Error><Code>InternalError</Code><Message>We encountered an internal error. Please try again.</Message></Error>';

export interface PortOptions extends CallerOptions {
  /** 0 uses a free port. */
  readonly port: number;
  readonly handle: Handler;
  readonly onError: (message: string, cause: unknown) => void;
}

export interface OpenPort {
  readonly port: number;
  close(): Promise<void>;
}

/** Listens on a port and converts HTTP requests and responses. No other code uses sockets. */
export async function openPort(options: PortOptions): Promise<OpenPort> {
  const { host, port, handle, onError } = options;
  const check = callerCheck(options);
  const server = createServer((incoming, response) => {
    void serve(incoming, response, { check, handle }).catch((error: unknown) => {
      // The client has disconnected, which is no error.
      if (response.destroyed || incoming.errored !== null) return;
      onError(`${incoming.method} ${incoming.url}`, error);
      if (response.headersSent) response.destroy();
      else response.writeHead(500, { 'Content-Type': 'application/xml' }).end(INTERNAL_ERROR);
    });
  });
  server.requestTimeout = REQUEST_TIMEOUT_MS;
  server.headersTimeout = HEADERS_TIMEOUT_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, exclusive: true }, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return {
    port: address.port,
    close: async () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  { check, handle }: { readonly check: CallerCheck; readonly handle: Handler },
): Promise<void> {
  const reason = check(incoming.headers.host, incoming.headers.origin);
  const answer = reason === null ? await handle(messageOf(incoming)) : refusal(reason);
  await send(answer, incoming.method === 'HEAD', response);
}

/** A response that AWS does not have, since AWS does not run on its callers' machine. */
function refusal(reason: string): AwsAnswer {
  return { status: 403, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body: `${reason}\n` };
}

function messageOf(incoming: IncomingMessage): AwsRequest {
  const [path = '/', ...query] = (incoming.url ?? '/').split('?');
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(incoming.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(',') : value;
  return {
    id: randomBytes(8).toString('hex').toUpperCase(),
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(query.join('?')),
    headers,
    // Keep the connection open if a handler stops reading, so that it can still answer.
    body: incoming.iterator({ destroyOnReturn: false }),
  };
}

async function send(answer: AwsAnswer, isHead: boolean, response: ServerResponse): Promise<void> {
  const { status, headers, body } = answer;
  response.writeHead(status, headers);
  if (body instanceof Readable) {
    if (isHead) body.destroy();
    else return pipeline(body, response);
  }
  response.end(isHead || typeof body !== 'string' ? undefined : body);
}
