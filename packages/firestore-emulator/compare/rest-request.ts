import type { RpcMethod } from '#firestore/protobuf/messages.ts';
import { at, isList, isObject, type Json, type JsonObject, text } from '#firestore/compare/json.ts';

export interface RestRequest {
  readonly verb: string;
  readonly path: string;
  readonly body: Json | null;
}

const VERBS = ['get', 'post', 'patch', 'delete', 'put'];
const VARIABLE = /\{(?<field>[\w.]+)(?:=[^}]*)?\}/gu;

/** The HTTP form of a request by the `google.api.http` option of its method, as the clients for REST create it. */
export function restRequest({ http }: RpcMethod, request: JsonObject): RestRequest {
  const option = toOption(http);
  const used = new Set<string>();
  const path = option.template.replaceAll(VARIABLE, (...groups: unknown[]) => {
    const field = camelCase(String(groups[1]));
    used.add(field);
    return text(at(request, ...field.split('.')))
      .split('/')
      .map(encodeURIComponent)
      .join('/');
  });
  const rest = without(request, used);
  if (option.body === '*') return { verb: option.verb, path, body: rest };
  const body = option.body === '' ? null : (rest[option.body] ?? {});
  const query = new URLSearchParams(parameters(without(rest, new Set([option.body])), ''));
  return { verb: option.verb, path: query.size === 0 ? path : `${path}?${query.toString()}`, body };
}

function toOption(http: unknown): { verb: string; template: string; body: string } {
  const option = new Map<string, unknown>(
    typeof http === 'object' && http !== null ? Object.entries(http) : [],
  );
  const verb = VERBS.find((name) => option.has(name)) ?? '';
  const body = option.get('body');
  return {
    verb: verb.toUpperCase(),
    template: String(option.get(verb)),
    body: typeof body === 'string' ? body : '',
  };
}

function without(json: JsonObject, paths: ReadonlySet<string>): JsonObject {
  const kept: Record<string, Json> = {};
  for (const [key, value] of Object.entries(json)) {
    if (paths.has(key)) continue;
    const inner = new Set(
      [...paths].flatMap((path) => (path.startsWith(`${key}.`) ? [path.slice(key.length + 1)] : [])),
    );
    kept[key] = inner.size > 0 && isObject(value) ? without(value, inner) : value;
  }
  return kept;
}

function parameters(json: Json, path: string): [string, string][] {
  if (isList(json)) return json.flatMap((item) => parameters(item, path));
  if (!isObject(json)) return [[path, String(json)]];
  return Object.entries(json).flatMap(([key, value]) =>
    parameters(value, path === '' ? key : `${path}.${key}`),
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_(?<letter>[a-z])/gu, (_match, letter: string) => letter.toUpperCase());
}
