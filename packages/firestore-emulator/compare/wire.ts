import {
  Client,
  credentials,
  Metadata,
  status,
  type ClientReadableStream,
  type ServiceError,
} from '@grpc/grpc-js';

import type { Messages, MessageType, RpcMethod } from '#firestore/protobuf/messages.ts';
import {
  isObject,
  isList,
  type Json,
  type JsonObject,
  list,
  stringify,
  text,
  at,
} from '#firestore/compare/json.ts';
import { restRequest } from '#firestore/compare/rest-request.ts';

/** How a request reaches the server, and the answer, without any SDK. */
export interface Wire {
  call(request: WireRequest): Promise<Answer>;
  /** Opens a stream of a database. */
  listen(database: string): ListenStream;
  /** Sends one of the emulator's own requests. Returns the HTTP status. */
  put(path: string, body: Json): Promise<number>;
  close(): void;
}

export interface WireRequest {
  readonly method: string;
  readonly request: JsonObject;
  readonly via: 'grpc' | 'rest';
  /** The Authorization header. */
  readonly authorization: string;
}

export interface Answer {
  /** OK or the name of a gRPC status. */
  readonly code: string;
  readonly message: string;
  readonly answers: readonly Json[];
}

export interface ListenStream {
  readonly received: readonly Json[];
  send(request: JsonObject): void;
  /** Resolves at the next message, or at the end of the stream. */
  next(timeoutMillis: number): Promise<void>;
  /** The status with which the server ended the stream. */
  readonly ended: { readonly code: string; readonly message: string } | null;
  close(): void;
}

/** A server may close an idle connection at the same time as the next request reuses it. */
const NEW_CONNECTION = { connection: 'close' };

/** Also long enough on a busy machine. */
const DEADLINE_MILLIS = 120_000;

export function connect(port: number, messages: Messages): Wire {
  const methods = new Map(messages.methods.map((method) => [method.name, method]));
  const client = new Client(`127.0.0.1:${port}`, credentials.createInsecure(), {
    'grpc.use_local_subchannel_pool': 1,
    'grpc.enable_http_proxy': 0,
    'grpc.max_receive_message_length': -1,
  });
  const origin = `http://127.0.0.1:${port}`;
  const find = (name: string): RpcMethod => {
    const method = methods.get(name);
    if (method === undefined) throw new Error(`There is no method ${name}.`);
    return method;
  };
  return {
    call: async ({ method, request, via, authorization }) =>
      via === 'grpc'
        ? callGrpc(client, find(method), request, authorization)
        : callRest(origin, find(method), request, authorization),
    listen: (database) => openListen(client, find('Listen'), database),
    async put(path, body) {
      const response = await fetch(`${origin}${path}`, {
        method: 'PUT',
        headers: NEW_CONNECTION,
        body: stringify(body),
      });
      await response.text();
      return response.status;
    },
    close() {
      client.close();
    },
  };
}

async function callGrpc(
  client: Client,
  { path, request: type, response, responseStream }: RpcMethod,
  request: JsonObject,
  authorization: string,
): Promise<Answer> {
  const message = type.fromJson(toJsonValue(request));
  const options = { deadline: Date.now() + DEADLINE_MILLIS };
  const metadata = metadataOf(authorization);
  const answers: Json[] = [];
  return new Promise((resolve) => {
    const finish = (error: ServiceError | null): void => {
      if (error === null) resolve({ code: 'OK', message: '', answers });
      else resolve({ code: status[error.code], message: error.details, answers });
    };
    if (!responseStream) {
      client.makeUnaryRequest(
        path,
        type.encode,
        response.decode,
        message,
        metadata,
        options,
        (error, answer) => {
          if (answer !== undefined) answers.push(plain(response, answer));
          finish(error);
        },
      );
      return;
    }
    const stream: ClientReadableStream<object> = client.makeServerStreamRequest(
      path,
      type.encode,
      response.decode,
      message,
      metadata,
      options,
    );
    stream.on('data', (answer: object) => answers.push(plain(response, answer)));
    stream.on('error', (error: ServiceError) => {
      finish(error);
    });
    stream.on('end', () => {
      finish(null);
    });
  });
}

async function callRest(
  origin: string,
  method: RpcMethod,
  request: JsonObject,
  authorization: string,
): Promise<Answer> {
  const { verb, path, body } = restRequest(method, request);
  const response = await fetch(`${origin}${path}`, {
    method: verb,
    headers: {
      ...NEW_CONNECTION,
      'content-type': 'application/json',
      ...(authorization === '' ? {} : { authorization }),
    },
    signal: AbortSignal.timeout(DEADLINE_MILLIS),
    // JSON.stringify writes -0 as 0, and Google's emulator reads -0.0 as 0.
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  const json: Json = parse(await response.text());
  const parts = isList(json) ? json : [json];
  const error = parts.map((part) => at(part, 'error')).find((found) => found !== undefined);
  const answers = parts
    .map(withoutDone)
    .flatMap((part) =>
      at(part, 'error') === undefined
        ? [plain(method.response, method.response.fromJson(toJsonValue(part)))]
        : [],
    );
  if (error === undefined && response.ok) return { code: 'OK', message: '', answers };
  return {
    code: text(at(error, 'status')) || `HTTP ${response.status}`,
    message: text(at(error, 'message')),
    answers,
  };
}

/** The published protos do not have this field, with which a stream of query results ends. */
function withoutDone(part: Json): Json {
  if (!isObject(part)) return part;
  const { done: _, ...rest } = part;
  return rest;
}

function openListen(
  client: Client,
  { path, request: type, response }: RpcMethod,
  database: string,
): ListenStream {
  const metadata = metadataOf('Bearer owner');
  metadata.set('google-cloud-resource-prefix', database);
  const stream = client.makeBidiStreamRequest(
    path,
    type.encode,
    (bytes) => decoded(response, bytes),
    metadata,
  );
  const received: Json[] = [];
  let ended: ListenStream['ended'] = null;
  let wake = ignore;
  stream.on('data', (answer: object) => {
    received.push(plain(response, answer));
    wake();
  });
  stream.on('error', (error: ServiceError) => {
    ended = { code: status[error.code], message: error.details };
    wake();
  });
  stream.on('end', () => {
    ended ??= { code: 'OK', message: '' };
    wake();
  });
  return {
    received,
    send(request) {
      stream.write(type.fromJson(toJsonValue(request)));
    },
    async next(timeoutMillis) {
      let timer: NodeJS.Timeout | undefined;
      await new Promise<void>((resolve) => {
        wake = resolve;
        timer = setTimeout(resolve, timeoutMillis);
      });
      clearTimeout(timer);
    },
    get ended() {
      return ended;
    },
    close() {
      stream.cancel();
    },
  };
}

/** Adds the bytes to the error of a message that is not valid. */
function decoded(type: MessageType, bytes: Buffer): object {
  try {
    return type.decode(bytes);
  } catch (error) {
    throw new Error(`${String(error)}: ${bytes.toString('hex')}`, { cause: error });
  }
}

function ignore(): void {}

function metadataOf(authorization: string): Metadata {
  const metadata = new Metadata();
  if (authorization !== '') metadata.set('authorization', authorization);
  return metadata;
}

const PLAIN = { longs: String, enums: String, bytes: String, json: true };

/** A decoded message without its defaults, so that answers from gRPC and REST are alike. */
function plain(type: MessageType, message: object): Json {
  return toJson(type.reflection.toObject(type.reflection.fromObject(message), PLAIN));
}

function toJson(value: unknown): Json {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value;
  if (Array.isArray(value)) return value.map(toJson);
  if (typeof value !== 'object') throw new Error(`Unexpected ${typeof value} in an answer.`);
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toJson(item)]));
}

type JsonValue = Parameters<MessageType['fromJson']>[0];

/** The same value, typed with mutable lists as the serializer wants it. */
function toJsonValue(json: Json): JsonValue {
  if (isList(json)) return list(json).map(toJsonValue);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([key, item]) => [key, toJsonValue(item)]));
}

function parse(body: string): Json {
  if (body === '') return {};
  try {
    return toJson(JSON.parse(body));
  } catch {
    return { error: { message: body.slice(0, 200) } };
  }
}
