/** Requests and answers are plain JSON, so that a case can be generated, shrunk, printed and sent again. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [key: string]: Json;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function at(value: Json | undefined, ...path: readonly string[]): Json | undefined {
  let current = value;
  for (const key of path) current = isObject(current) ? current[key] : undefined;
  return current;
}

export function list(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}

export function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Changes each text of a JSON value, but no key. */
export function mapTexts(json: Json, change: (text: string) => string): Json {
  if (typeof json === 'string') return change(json);
  if (isList(json)) return json.map((item) => mapTexts(item, change));
  if (!isObject(json)) return json;
  return Object.fromEntries(Object.entries(json).map(([key, value]) => [key, mapTexts(value, change)]));
}

const MINUS_ZERO = '"@minus zero"';

/** JSON.stringify writes -0 as 0. */
export function stringify(json: unknown): string {
  return JSON.stringify(json, (_key, value: unknown) =>
    Object.is(value, -0) ? MINUS_ZERO.slice(1, -1) : value,
  ).replaceAll(MINUS_ZERO, '-0.0');
}
