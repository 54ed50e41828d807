import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { fromProto3JSON, type JSONValue } from 'proto3-json-serializer';
import protobuf from 'protobufjs/light.js';

import { StatusError } from '#firestore/api/status.ts';
import { checkJson } from '#firestore/protobuf/json-input.ts';
import { createJsonWriter } from '#firestore/protobuf/json-output.ts';

/** Converts messages of one type from and to bytes and JSON. It decodes protobufjs objects, and encodes plain ones too. */
export interface MessageType {
  readonly reflection: protobuf.Type;
  readonly decode: (bytes: Uint8Array) => object;
  readonly encode: (message: object) => Buffer;
  readonly fromJson: (json: JSONValue) => object;
  readonly toJson: (message: object) => string;
}

export interface RpcMethod {
  readonly name: string;
  readonly path: string;
  /** Its path in the older google.firestore.v1beta1, with the same messages. Null if that version lacks it. */
  readonly betaPath: string | null;
  readonly request: MessageType;
  readonly response: MessageType;
  readonly requestStream: boolean;
  readonly responseStream: boolean;
  /** The google.api.http option, unparsed. */
  readonly http: unknown;
}

export interface Messages {
  type(name: string): MessageType;
  readonly methods: readonly RpcMethod[];
}

/** The part of the proto file that this module reads. */
interface Protos {
  readonly nested: { readonly google: { readonly nested: Readonly<Record<string, protobuf.INamespace>> } };
}

const SERVICE = 'google.firestore.v1.Firestore';
const BETA_SERVICE = 'google.firestore.v1beta1.Firestore';
const NOT_IN_BETA: ReadonlySet<string> = new Set(['ExecutePipeline', 'RunAggregationQuery']);
/** The names of the google.protobuf types that describe .proto files. */
const DESCRIPTIVE = /Descriptor|Options?$|^Edition$|^FeatureSet|CodeInfo$/u;

/**
 * Loads the message types that @google-cloud/firestore ships, which cover Firestore's whole protocol. `own` adds the
 * emulator's own types, which may refer to them. The server calls this once, at the start.
 */
export function loadMessages(own: protobuf.INamespace = {}): Messages {
  const protos: Protos = JSON.parse(readFileSync(protosFile(), 'utf8'));
  const root = protobuf.Root.fromJSON({
    nested: { google: { nested: withoutDescriptors(protos.nested.google.nested) } },
  });
  root.addJSON(own.nested ?? {});
  // The web SDKs also send `verify` writes, which the published protos leave out.
  root.lookupType('google.firestore.v1.Write').add(new protobuf.Field('verify', 5, 'string'));
  root.resolveAll();
  const types = new Map<protobuf.Type, MessageType>();
  const wrap = (type: protobuf.Type): MessageType => {
    const existing = types.get(type);
    if (existing !== undefined) return existing;
    const created = messageType(type);
    types.set(type, created);
    return created;
  };
  return {
    type: (name) => wrap(root.lookupType(name)),
    methods: root.lookupService(SERVICE).methodsArray.map((method) => rpcMethod(method, wrap)),
  };
}

/** Drops the types that describe .proto files. No message uses them, and resolving them would double the load time. */
function withoutDescriptors({
  api: _annotations,
  protobuf: wellKnown,
  ...others
}: Protos['nested']['google']['nested']): Record<string, protobuf.INamespace> {
  const types = Object.entries(wellKnown?.nested ?? {}).filter(([name]) => !DESCRIPTIVE.test(name));
  return { ...others, protobuf: { nested: Object.fromEntries(types) } };
}

/** The build copies the file beside the bundle, so that the published package has no dependencies. */
function protosFile(): string {
  const bundled = join(import.meta.dirname, 'protos.json');
  if (existsSync(bundled)) return bundled;
  const main = createRequire(import.meta.url).resolve('@google-cloud/firestore');
  return join(main, '..', '..', 'protos', 'v1.json');
}

function rpcMethod(method: protobuf.Method, wrap: (type: protobuf.Type) => MessageType): RpcMethod {
  const { resolvedRequestType: request, resolvedResponseType: response } = method;
  if (request === null || response === null) throw new Error(`${method.name} names an unknown type.`);
  const options: { '(google.api.http)'?: unknown }[] = method.parsedOptions ?? [];
  return {
    name: method.name,
    path: `/${SERVICE}/${method.name}`,
    betaPath: NOT_IN_BETA.has(method.name) ? null : `/${BETA_SERVICE}/${method.name}`,
    request: wrap(request),
    response: wrap(response),
    requestStream: method.requestStream === true,
    responseStream: method.responseStream === true,
    http: options.find((option) => '(google.api.http)' in option)?.['(google.api.http)'],
  };
}

function messageType(type: protobuf.Type): MessageType {
  return {
    reflection: type,
    decode: (bytes) => type.decode(bytes),
    encode(message) {
      const bytes = type.encode(message).finish();
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    },
    fromJson: (json) => fromJson(type, json),
    toJson: createJsonWriter(type),
  };
}

/** Encodes each message object only once, for messages that go to many streams. */
export function cacheEncodings(type: MessageType): MessageType {
  const bytes = new WeakMap<object, Buffer>();
  const texts = new WeakMap<object, string>();
  return { ...type, encode: memoize(bytes, type.encode), toJson: memoize(texts, type.toJson) };
}

function memoize<Form>(
  cache: WeakMap<object, Form>,
  encode: (message: object) => Form,
): (message: object) => Form {
  return (message) => {
    let form = cache.get(message);
    if (form === undefined) {
      form = encode(message);
      cache.set(message, form);
    }
    return form;
  };
}

function fromJson(type: protobuf.Type, json: JSONValue): object {
  const checked = checkJson(type, json);
  try {
    return fromProto3JSON(type, checked) ?? type.create();
  } catch (error) {
    throw new StatusError('INVALID_ARGUMENT', 'Invalid JSON payload received.', { cause: error });
  }
}
