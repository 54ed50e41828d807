import http, { type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';

import { Failure, failedAnswer } from '#functions/errors/failure.ts';

/**
 * The functions framework reads a body of up to 1 GB, inflates it and parses it before our code runs: 408 KB of gzip become 1.7 GB
 * of memory. It loads our code before it makes its server, so we make sure that the server gets small bodies that are as they
 * were sent. The framework then finds them read already. What it reads for other functions comes from Google alone.
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
        // Both are what body-parser goes by: the older one by the mark, the newer one by the end of the stream.
        listener(Object.assign(request, { rawBody, _body: true }), response);
      },
      (error: unknown) => {
        if (error instanceof Failure) refuse(request, response, error);
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
  // Destroying the request would take the connection, and the answer with it.
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) throw new Error('A body without an encoding comes in buffers.');
    size += chunk.byteLength;
    if (size > mostBytes) throw new Failure('tooLarge');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refuse(request: IncomingMessage, response: ServerResponse, failure: Failure): void {
  const { status, body } = failedAnswer(failure, '');
  // The rest is thrown away as it comes: a proxy that can't send it might not pass the answer on.
  request.resume();
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
