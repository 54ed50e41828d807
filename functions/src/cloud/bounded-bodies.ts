import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

import { Failure, failedAnswer } from '#functions/errors/failure.ts';

/**
 * Limits the size of request bodies before the functions framework reads them. The framework accepts up to 1 GB. It inflates and
 * parses a body before our code runs, so 408 KB of gzip use 1.7 GB of memory. The framework loads our code before it creates its
 * server, so we can wrap the listener. Our listener reads a small, unencoded body and marks the request as read. Only `api` needs
 * this, because only Google calls the other functions.
 */
export function boundBodies(mostBytes: number): void {
  http.createServer = new Proxy(http.createServer, {
    apply: (createServer, self, args: unknown[]) =>
      Reflect.apply(
        createServer,
        self,
        args.map((arg) => (isListener(arg) ? bounded(arg, mostBytes) : arg)),
      ),
  });
}

function isListener(arg: unknown): arg is RequestListener {
  return typeof arg === 'function';
}

function bounded(listener: RequestListener, mostBytes: number): RequestListener {
  return (request, response) => {
    receive(request, mostBytes).then(
      (rawBody) => {
        // Older versions of body-parser skip a request with `_body`. Newer ones skip a request whose stream has ended.
        listener(Object.assign(request, { rawBody, _body: true }), response);
      },
      (error: unknown) => {
        if (error instanceof Failure) reject(request, response, error);
        else response.destroy();
      },
    );
  };
}

async function receive(request: IncomingMessage, mostBytes: number): Promise<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') throw new Failure('wrongType');
  if (Number(request.headers['content-length'] ?? 0) > mostBytes) throw new Failure('tooLarge');
  const chunks: Buffer[] = [];
  let size = 0;
  // Destroying the request would close the connection before the answer is sent.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('Expected the body as buffers.');
    size += chunk.byteLength;
    if (size > mostBytes) throw new Failure('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reject(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
  const { status, body } = failedAnswer(failure, '');
  // Read and discard the rest: a proxy that cannot finish sending might not forward the answer.
  request.resume();
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
