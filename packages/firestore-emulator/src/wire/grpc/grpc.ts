import {
  Server,
  ServerCredentials,
  type ConnectionInjector,
  Metadata,
  type MethodDefinition,
  type ServerDuplexStream,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedHandleCall,
  type sendUnaryData,
} from '@grpc/grpc-js';

import type { CallerCheck } from '#firestore/wire/callers/local-callers.ts';
import type { Log } from '#firestore/log/log.ts';
import type { Caller, Duplex, StreamSink, StreamSource, Streamed, Unary } from '#firestore/api/service.ts';
import { toClientError, StatusError } from '#firestore/api/status.ts';
import type { Call } from '#firestore/api/calls.ts';
import { callerOf } from '#firestore/wire/callers/caller.ts';
import { callerCheckInterceptor } from '#firestore/wire/grpc/caller-check-interceptor.ts';
import { cacheEncodings, type Messages, type RpcMethod } from '#firestore/protobuf/messages.ts';
import { pipelineInterceptor } from '#firestore/wire/grpc/pipelined-call.ts';

/** A commit may hold 10 MiB of documents. The rest is room for the message around them. */
const MAX_REQUEST_BYTES = 16 * 1024 * 1024;

export interface GrpcAdapter {
  readonly accept: ConnectionInjector['injectConnection'];
  readonly stop: () => void;
}

export interface GrpcDependencies {
  readonly messages: Messages;
  readonly calls: ReadonlyMap<string, Call>;
  readonly now: () => number;
  readonly log: Log;
  readonly check: CallerCheck;
  readonly keepalive?: Keepalive;
}

/** Pings detect clients that disconnected silently and connections that HTTP/2 has given up. */
export interface Keepalive {
  readonly everyMs: number;
  readonly timeoutMs: number;
}

const KEEPALIVE: Keepalive = { everyMs: 60_000, timeoutMs: 60_000 };

/** Speaks gRPC on the connections that it accepts. It opens no port. */
export function createGrpcAdapter(dependencies: GrpcDependencies): GrpcAdapter {
  const { keepalive = KEEPALIVE } = dependencies;
  const server = new Server({
    'grpc.max_receive_message_length': MAX_REQUEST_BYTES,
    'grpc.max_send_message_length': -1,
    'grpc.keepalive_time_ms': keepalive.everyMs,
    'grpc.keepalive_timeout_ms': keepalive.timeoutMs,
    interceptors: [callerCheckInterceptor(dependencies.check), pipelineInterceptor],
  });
  for (const method of dependencies.messages.methods) {
    const call = dependencies.calls.get(method.name);
    if (call !== undefined) addMethod(server, method, call, dependencies);
  }
  const injector = server.createConnectionInjector(ServerCredentials.createInsecure());
  return {
    accept: (connection) => {
      injector.injectConnection(connection);
    },
    stop() {
      injector.destroy();
      server.forceShutdown();
    },
  };
}

function addMethod(server: Server, method: RpcMethod, call: Call, dependencies: GrpcDependencies): void {
  const response = call.kind === 'duplex' ? cacheEncodings(method.response) : method.response;
  const definition: MethodDefinition<object, object> = {
    path: method.path,
    requestStream: method.requestStream,
    responseStream: method.responseStream,
    requestSerialize: method.request.encode,
    requestDeserialize: method.request.decode,
    responseSerialize: response.encode,
    responseDeserialize: response.decode,
  };
  server.addService({ [method.name]: definition }, { [method.name]: handler(call, dependencies) });
}

function handler(call: Call, dependencies: GrpcDependencies): UntypedHandleCall {
  const toGrpcError: ToGrpcError = (error) => grpcError(error, dependencies.log);
  const callerFrom = (metadata: Metadata): Caller =>
    callerOf(metadata.get('authorization')[0]?.toString(), dependencies.now());
  switch (call.kind) {
    case 'unary':
      return (request: ServerUnaryCall<object, object>, done: sendUnaryData<object>) => {
        answerOnce(call.run, request, callerFrom, done, toGrpcError);
      };
    case 'streamed':
      return (request: ServerWritableStream<object, object>) => {
        answerMany(call.run, request, callerFrom).catch((error: unknown) =>
          request.emit('error', toGrpcError(error)),
        );
      };
    case 'duplex':
      return (stream: ServerDuplexStream<object, object>) => {
        connect(call.open, stream, callerFrom, toGrpcError);
      };
  }
}

type CallerFrom = (metadata: Metadata) => Caller;
type ToGrpcError = (error: unknown) => GrpcError;
interface GrpcError extends Error {
  readonly code: number;
  readonly details: string;
}

function answerOnce(
  run: Unary<object, object>,
  call: ServerUnaryCall<object, object>,
  callerFrom: CallerFrom,
  done: sendUnaryData<object>,
  toGrpcError: ToGrpcError,
): void {
  const answer = async (): Promise<void> => {
    try {
      done(null, await run(call.request, callerFrom(call.metadata)));
    } catch (error) {
      done(toGrpcError(error));
    }
  };
  void answer();
}

async function answerMany(
  run: Streamed<object, object>,
  call: ServerWritableStream<object, object>,
  callerFrom: CallerFrom,
): Promise<void> {
  // The real service sends headers first (docs/decisions/029). Without headers, the SDK takes any error for a lost
  // connection. It then retries after two and after four seconds before it reports the error.
  call.sendMetadata(new Metadata());
  for await (const answer of run(call.request, callerFrom(call.metadata))) {
    if (call.cancelled) return;
    if (!call.write(answer)) await waitForDrain(call);
  }
  call.end();
}

async function waitForDrain(call: ServerWritableStream<object, object>): Promise<void> {
  await new Promise<void>((resolve) => {
    const settle = (): void => {
      call.off('drain', settle).off('cancelled', settle);
      resolve();
    };
    call.on('drain', settle).on('cancelled', settle);
  });
}

function connect(
  open: Duplex<object, object>,
  stream: ServerDuplexStream<object, object>,
  callerFrom: CallerFrom,
  toGrpcError: ToGrpcError,
): void {
  let ended = false;
  const sink: StreamSink<object> = {
    send: (answer) => !ended && stream.write(answer),
    end(error) {
      if (ended) return;
      ended = true;
      if (error === undefined) stream.end();
      else stream.emit('error', toGrpcError(error));
    },
  };
  let source: StreamSource<object>;
  try {
    source = open(sink, callerFrom(stream.metadata));
  } catch (error) {
    sink.end(StatusError.from(error));
    return;
  }
  let closed = false;
  const close = (): void => {
    if (!closed) source.close();
    closed = true;
  };
  stream.on('data', (request: object) => {
    if (ended) return;
    try {
      source.receive(request);
    } catch (error) {
      sink.end(StatusError.from(error));
      close();
    }
  });
  stream.on('drain', () => {
    if (!ended) source.resume();
  });
  stream.on('end', close);
  stream.on('cancelled', () => {
    ended = true;
    close();
  });
}

function grpcError(error: unknown, log: Log): GrpcError {
  const { code, message } = toClientError(error, log);
  return Object.assign(new Error(message), { code, details: message });
}
