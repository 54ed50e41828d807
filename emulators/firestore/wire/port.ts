import type { AddressInfo } from 'node:net';

import type { Log } from '#firestore/log.ts';
import type { FirestoreAdmin, FirestoreService } from '#firestore/service.ts';
import { StatusError } from '#firestore/status.ts';
import { callsOf } from '#firestore/wire/calls.ts';
import { createGrpcAdapter } from '#firestore/wire/grpc.ts';
import { errorAnswer } from '#firestore/wire/http-errors.ts';
import { createHttpAdapter, type HttpHandler } from '#firestore/wire/http.ts';
import { loadMessages } from '#firestore/wire/messages.ts';
import { createMux } from '#firestore/wire/mux.ts';

export interface PortOptions {
  readonly host: string;
  /** 0 takes any free one. */
  readonly port: number;
  readonly service: FirestoreService;
  readonly admin: FirestoreAdmin;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly log: Log;
}

export interface OpenPort {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves gRPC, WebChannel and REST on one port. */
export async function openPort(options: PortOptions): Promise<OpenPort> {
  const { log, now } = options;
  const messages = loadMessages();
  const calls = callsOf(options.service);
  const grpc = createGrpcAdapter({ messages, calls, now, log });
  const http = createHttpAdapter(httpHandler(), log);
  const mux = createMux({ http1: http.accept, http2: grpc.accept });
  const address = await listen(mux.server, options);
  return {
    port: address.port,
    async close() {
      grpc.stop();
      http.stop();
      await mux.stop();
    },
  };
}

function httpHandler(): HttpHandler {
  return (request) => {
    if (request.method === 'GET' && request.path === '/') {
      return Promise.resolve({ status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Ok\n' });
    }
    return Promise.resolve(
      errorAnswer(new StatusError('NOT_FOUND', `There is no ${request.method} ${request.path}.`)),
    );
  };
}

async function listen(
  server: ReturnType<typeof createMux>['server'],
  { host, port }: { host: string; port: number },
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string')
        reject(new Error('The server listens on no port.'));
      else resolve(address);
    });
  });
}
