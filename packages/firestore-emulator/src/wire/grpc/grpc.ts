import type { Socket } from 'node:net';

import type { Call } from '#firestore/api/calls.ts';
import { StatusError, toClientError } from '#firestore/api/status.ts';
import type { OnRefused } from '#firestore/api/refused-request.ts';
import { likelyCaller, percentDecoded } from '#firestore/wire/refusals.ts';
import type { Log } from '#firestore/log/log.ts';
import { cacheEncodings, type Messages, type RpcMethod } from '#firestore/protobuf/messages.ts';
import { callerOf } from '#firestore/wire/callers/caller.ts';
import type { CallerCheck } from '#firestore/wire/callers/local-callers.ts';
import { deadlineMs } from '#firestore/wire/grpc/deadline.ts';
import { GrpcCall, UNSUPPORTED_CONTENT } from '#firestore/wire/grpc/grpc-call.ts';
import { MessageReader } from '#firestore/wire/grpc/message-reader.ts';
import { createReceiver, type CallContext, type Receiver } from '#firestore/wire/grpc/receivers.ts';
import { Http2Connection } from '#firestore/wire/http2/connection.ts';
import type { Http2Stream, StreamEvents } from '#firestore/wire/http2/stream.ts';

/** A commit may hold 10 MiB of documents. The rest is room for the message around them. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

export interface GrpcAdapter {
  readonly accept: (socket: Socket) => void;
  readonly stop: () => void;
}

export interface GrpcDependencies {
  readonly messages: Messages;
  readonly calls: ReadonlyMap<string, Call>;
  readonly now: () => number;
  readonly log: Log;
  readonly check: CallerCheck;
  readonly onRefused?: OnRefused;
  readonly keepalive?: Keepalive;
}

/** Pings detect clients that disconnected silently. */
export interface Keepalive {
  readonly everyMs: number;
  readonly timeoutMs: number;
}

const KEEPALIVE: Keepalive = { everyMs: 60_000, timeoutMs: 60_000 };

interface Rpc {
  readonly call: Call;
  readonly decode: RpcMethod['request']['decode'];
  readonly encode: RpcMethod['response']['encode'];
}

type Headers = ReadonlyMap<string, string>;

/** Speaks gRPC on the connections that it accepts. It opens no port. */
export function createGrpcAdapter(dependencies: GrpcDependencies): GrpcAdapter {
  const { keepalive = KEEPALIVE } = dependencies;
  const rpcs = rpcsByPath(dependencies);
  const connections = new Set<Http2Connection>();
  const open = (stream: Http2Stream, headers: Headers): StreamEvents =>
    openCall(stream, headers, rpcs.get(headers.get(':path') ?? ''), dependencies);
  const timer = setInterval(() => {
    for (const connection of connections) connection.checkAlive(keepalive.timeoutMs);
  }, keepalive.everyMs);
  timer.unref();
  return {
    accept(socket) {
      const connection = new Http2Connection(socket, open);
      connections.add(connection);
      socket.once('close', () => connections.delete(connection));
    },
    stop() {
      clearInterval(timer);
      for (const connection of connections) connection.destroy();
    },
  };
}

function rpcsByPath({ messages, calls }: GrpcDependencies): ReadonlyMap<string, Rpc> {
  const rpcs = new Map<string, Rpc>();
  for (const { name, path, betaPath, request, response } of messages.methods) {
    const call = calls.get(name);
    if (call === undefined) continue;
    const { encode } = call.kind === 'duplex' ? cacheEncodings(response) : response;
    const rpc = { call, decode: request.decode, encode };
    rpcs.set(path, rpc);
    if (betaPath !== null) rpcs.set(betaPath, rpc);
  }
  return rpcs;
}

function openCall(
  stream: Http2Stream,
  headers: Headers,
  rpc: Rpc | undefined,
  dependencies: GrpcDependencies,
): StreamEvents {
  const { check, now, log } = dependencies;
  const out = new GrpcCall(stream);
  const refused = (error: StatusError): void => reportRefused(headers, dependencies, error);
  if (headers.get('content-type')?.startsWith('application/grpc') !== true) {
    refused(new StatusError('UNIMPLEMENTED', 'The content type is not application/grpc.'));
    stream.end(UNSUPPORTED_CONTENT);
    return IGNORED;
  }
  try {
    const reason = check(headers.get(':authority') ?? headers.get('host'), headers.get('origin'));
    if (reason !== null) throw new StatusError('PERMISSION_DENIED', reason);
    if (rpc === undefined) {
      const path = headers.get(':path') ?? '';
      throw new StatusError('UNIMPLEMENTED', `The server does not implement the method ${path}`);
    }
    const caller = callerOf(headers.get('authorization'), now());
    const context = { out, caller, encode: rpc.encode, log, refused };
    return eventsOf(createReceiver(rpc.call, context), context, rpc, headers);
  } catch (error) {
    const clientError = toClientError(error, log);
    refused(clientError);
    out.end(clientError);
    return IGNORED;
  }
}

function reportRefused(headers: Headers, { onRefused, now }: GrpcDependencies, error: StatusError): void {
  const path = headers.get(':path') ?? '';
  onRefused?.({
    method: path.slice(path.lastIndexOf('/') + 1),
    path,
    // The SDKs send one of them to route the request.
    resource:
      headers.get('google-cloud-resource-prefix') ??
      percentDecoded(headers.get('x-goog-request-params') ?? ''),
    caller: likelyCaller(headers.get('authorization'), now()),
    error,
  });
}

const IGNORED: StreamEvents = { data() {}, end() {}, drained() {}, aborted() {} };

function eventsOf(
  receiver: Receiver,
  { out, log, refused }: CallContext,
  rpc: Rpc,
  headers: Headers,
): StreamEvents {
  const reader = new MessageReader(headers.get('grpc-encoding'), MAX_REQUEST_BYTES);
  const fail = (error: StatusError): void => {
    out.end(error);
    receiver.aborted();
  };
  const refuse = (error: StatusError): void => {
    refused(error);
    fail(error);
  };
  const deadline = deadlineMs(headers.get('grpc-timeout'));
  if (deadline !== null) {
    out.expireAfter(deadline, () => {
      fail(new StatusError('DEADLINE_EXCEEDED', 'Deadline exceeded'));
    });
  }
  const receive = (bytes: Buffer): void => {
    if (!out.hasEnded) receiver.message(decoded(rpc, bytes));
  };
  return {
    data(bytes) {
      try {
        if (!out.hasEnded) reader.push(bytes, receive);
      } catch (error) {
        refuse(toClientError(error, log));
      }
    },
    end() {
      if (reader.isAtBoundary) receiver.end();
      else if (!out.hasEnded) refuse(new StatusError('INTERNAL', 'The last message is cut off.'));
    },
    drained() {
      receiver.drained();
    },
    aborted() {
      out.cancel();
      receiver.aborted();
    },
  };
}

function decoded({ decode }: Rpc, bytes: Buffer): object {
  try {
    return decode(bytes);
  } catch (error) {
    throw new StatusError('INTERNAL', `Error deserializing request: ${String(error)}`);
  }
}
