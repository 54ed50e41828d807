import { randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';

import { callerCheck, type CallerOptions } from '#firestore/wire/callers/local-callers.ts';
import type { Log } from '#firestore/log/log.ts';
import type { Caller, FirestoreAdmin, FirestoreService } from '#firestore/api/service.ts';
import type { OnRefused } from '#firestore/api/refused-request.ts';
import type { PageSource } from '#firestore/api/page-source.ts';
import { StatusError } from '#firestore/api/status.ts';
import { callerOf } from '#firestore/wire/callers/caller.ts';
import { callsOf } from '#firestore/api/calls.ts';
import { createGrpcAdapter } from '#firestore/wire/grpc/grpc.ts';
import { createHttpAdapter, type HttpHandler, type HttpRequest } from '#firestore/wire/http/http.ts';
import { type HttpAnswer } from '#firestore/wire/http/http-answer.ts';
import type { Messages } from '#firestore/protobuf/messages.ts';
import { createMux } from '#firestore/wire/mux.ts';
import { createAdminRest } from '#firestore/wire/rest/admin.ts';
import { pageAnswer, wantsPage } from '#firestore/wire/page/page.ts';
import { createRest, clientErrorAnswer } from '#firestore/wire/rest/rest.ts';
import { refuseHttp, type RefuseHttp } from '#firestore/wire/refusals.ts';
import { createWebChannel } from '#firestore/wire/webchannel/webchannel.ts';

export interface PortOptions extends CallerOptions {
  /** 0 takes any free port. */
  readonly port: number;
  readonly messages: Messages;
  readonly service: FirestoreService;
  readonly admin: FirestoreAdmin;
  /** For the page at `/`. Without it browsers get `Ok`, as programs do. */
  readonly pageSource?: PageSource;
  /** Receives each request that no call of the service receives. */
  readonly onRefused?: OnRefused;
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
  const { log, messages, now, onRefused = () => undefined } = options;
  const refuse = refuseHttp(onRefused, now);
  const calls = callsOf(options.service);
  const check = callerCheck(options);
  const grpc = createGrpcAdapter({ messages, calls, now, log, check, onRefused });
  const callerIn = (request: HttpRequest): Caller => callerOf(request.headers.authorization, now());
  const webChannel = createWebChannel({ messages, calls, now, newSessionId: randomUUID, log, refuse });
  const rest = createRest({ messages, calls, callerOf: callerIn, log, refuse });
  const handle = httpHandler(
    [webChannel.route, rest, createAdminRest(options.admin)],
    options.pageSource ?? null,
    log,
    refuse,
  );
  const http = createHttpAdapter(handle, { log, check, refuse });
  const mux = createMux({ http1: http.accept, http2: grpc.accept });
  const address = await listen(mux.server, options);
  return {
    port: address.port,
    async close() {
      webChannel.stop();
      grpc.stop();
      http.stop();
      await mux.stop();
    },
  };
}

type HttpRoute = (request: HttpRequest) => Promise<HttpAnswer | null>;

function httpHandler(
  routes: readonly HttpRoute[],
  pageSource: PageSource | null,
  log: Log,
  refuse: RefuseHttp,
): HttpHandler {
  return async (request) => {
    try {
      // `wait-on` and `wget --spider` wait for a server with HEAD.
      if (['GET', 'HEAD'].includes(request.method) && request.path === '/') {
        if (pageSource !== null && wantsPage(request)) return pageAnswer(pageSource, request.query);
        return { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'Ok\n' };
      }
      for (const route of routes) {
        const answer = await route(request);
        if (answer !== null) return answer;
      }
      const error = new StatusError('NOT_FOUND', `There is no ${request.method} ${request.path}.`);
      refuse(request, error);
      throw error;
    } catch (error) {
      return clientErrorAnswer(error, log);
    }
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
