import type { JSONObject, JSONValue } from 'proto3-json-serializer';
import protobuf from 'protobufjs/light.js';

import { StatusError } from '#firestore/api/status.ts';
import type { HttpRequest } from '#firestore/wire/http/http.ts';
import { fieldOf, isObject } from '#firestore/protobuf/json-input.ts';
import type { Messages, RpcMethod } from '#firestore/protobuf/messages.ts';
import {
  ANY_SEGMENTS,
  parseTemplate,
  SEGMENT_PAIRS,
  type PathTemplate,
} from '#firestore/wire/rest/path-template.ts';

/** Query parameters that every Google API accepts. They are not fields of the request message. */
const SYSTEM_PARAMETERS = new Set(
  (
    '$.xgafv $alt $prettyPrint access_token alt callback fields key oauth_token prettyPrint quotaUser ' +
    'uploadType upload_protocol'
  ).split(' '),
);

/** The official emulator serves it too. The calls have the same form. */
const BETA_VERSION = /^\/v1beta1\//u;

interface Binding {
  readonly verb: string;
  readonly template: PathTemplate;
  /** `*` if the body is the whole request, else the name of a field. Empty if there is no body. */
  readonly body: string;
  readonly method: RpcMethod;
}

export interface TranscodedRequest {
  readonly method: RpcMethod;
  readonly message: object;
}

export type Transcoder = (request: HttpRequest) => TranscodedRequest | null;

/** Maps HTTP to gRPC by google.api.http: path, query and body together form one request message. */
export function createTranscoder(messages: Messages): Transcoder {
  const bindings = messages.methods
    .flatMap((method) => bindingsOf(method))
    .sort((a, b) => Number(b.template.hasVerb) - Number(a.template.hasVerb));
  return (request) => {
    const isBeta = BETA_VERSION.test(request.path);
    const requestPath = request.path.replace(BETA_VERSION, '/v1/');
    for (const { verb, template, body, method } of bindings) {
      const variables = verb === request.method ? template.match(requestPath) : null;
      if (variables === null) continue;
      if (isBeta && method.betaPath === null)
        throw new StatusError('UNIMPLEMENTED', `${method.name} is not part of v1beta1.`);
      const json = bodyJson(request.body, body);
      for (const [name, value] of queryFields(request.query))
        addParameter(method.request.reflection, json, name, value);
      for (const [path, value] of variables) setPath(json, path, value);
      return { method, message: method.request.fromJson(json) };
    }
    return null;
  };
}

function bindingsOf(method: RpcMethod): Binding[] {
  const { http } = method;
  if (!isRecord(http)) return [];
  const additional = http['additional_bindings'] ?? [];
  const rules: unknown[] = [http, ...(Array.isArray(additional) ? additional : [additional])];
  return rules.filter(isRecord).flatMap((rule) =>
    ['get', 'put', 'post', 'delete', 'patch'].flatMap((verb) => {
      const template = rule[verb];
      if (typeof template !== 'string') return [];
      const body = typeof rule['body'] === 'string' ? rule['body'] : '';
      const path = parseTemplate(template, verb === 'get' ? SEGMENT_PAIRS : ANY_SEGMENTS);
      return [{ verb: verb.toUpperCase(), template: path, body, method }];
    }),
  );
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function bodyJson(bytes: Buffer, field: string): JSONObject {
  if (bytes.length === 0) return {};
  if (field === '') throw invalid('Request bodies are not allowed here.');
  const json = parseJson(bytes.toString('utf8'));
  if (!isObject(json)) throw invalid('Root element must be a message.');
  return field === '*' ? json : { [field]: json };
}

export function parseJson(text: string): JSONValue {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new StatusError('INVALID_ARGUMENT', `Invalid JSON payload received. ${reason(error)}`, {
      cause: error,
    });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : '';
}

function queryFields(query: URLSearchParams): [string, string][] {
  return [...query].filter(([name]) => !SYSTEM_PARAMETERS.has(name));
}

/** In `mask.fieldPaths=a&mask.fieldPaths=b` the dotted name is the path of a field, and a repeated name adds to a list. */
function addParameter(type: protobuf.Type, json: JSONObject, name: string, value: string): void {
  let current: protobuf.Type | protobuf.Enum | null = type;
  let target = json;
  const steps = name.split('.');
  const last = steps.pop() ?? '';
  for (const step of steps) {
    const field: protobuf.Field | null = current instanceof protobuf.Type ? fieldOf(current, step) : null;
    if (field === null || field.repeated || field.map) throw unknownParameter(name);
    target = childOf(target, field.name);
    current = field.resolvedType;
  }
  const field = current instanceof protobuf.Type ? fieldOf(current, last) : null;
  if (field === null || field.map) throw unknownParameter(name);
  const leaf = field.type === 'bool' ? booleanOf(value) : value;
  const previous = target[field.name];
  target[field.name] = field.repeated ? [...(Array.isArray(previous) ? previous : []), leaf] : leaf;
}

function unknownParameter(name: string): StatusError {
  return invalid(`Unknown name "${name}": Cannot bind query parameter.`);
}

function booleanOf(value: string): JSONValue {
  return value === 'true' || value === 'false' ? value === 'true' : value;
}

/** Sets a field from the path of the URL. A body that names something else is a mistake of the client. */
function setPath(json: JSONObject, path: string, value: string): void {
  const steps = path.split('.');
  const last = steps.pop() ?? '';
  let target = json;
  for (const step of steps) target = childOf(target, step);
  const other = Object.hasOwn(target, last) ? target[last] : undefined;
  if (typeof other === 'string' && other !== '' && other !== value) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      `The request has "${other}" as ${path}, but its URL has "${value}".`,
    );
  }
  target[last] = value;
}

function childOf(json: JSONObject, name: string): JSONObject {
  const child = Object.hasOwn(json, name) ? json[name] : undefined;
  if (child !== undefined && isObject(child)) return child;
  const created: JSONObject = {};
  json[name] = created;
  return created;
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', `Invalid JSON payload received. ${message}`);
}
