import { StatusError } from '#firestore/api/status.ts';
import { vectorOf } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';

/** The unquoted segments of a field path. The path of the document's name is `['__name__']`. */
export type FieldPath = readonly string[];

export const NAME_FIELD = '__name__';
const MAX_PATH_BYTES = 1500;
const SIMPLE_SEGMENT = /^[A-Za-z_][A-Za-z_0-9]*$/u;
const SIMPLE_PATH = /^[A-Za-z_][A-Za-z_0-9]*(?:\.[A-Za-z_][A-Za-z_0-9]*)*$/u;
const SEGMENT = /(?<simple>[A-Za-z_][A-Za-z_0-9]*)|`(?<quoted>(?:[^`\\]|\\.)+)`/su;

export function isNamePath(path: FieldPath): boolean {
  return path.length === 1 && path[0] === NAME_FIELD;
}

/** Parses `a.b` or `` `a b`.c ``. Throws INVALID_ARGUMENT for anything else. */
export function parseFieldPath(text: string): FieldPath {
  if (Buffer.byteLength(text) > MAX_PATH_BYTES) throw invalidPath(text, 'it is too long');
  const path = SIMPLE_PATH.test(text) ? text.split('.') : parseSegments(text);
  for (const segment of path) {
    if (isReserved(segment) && !(isNamePath(path) || segment === '__type__')) {
      throw invalidPath(text, `"${segment}" is reserved`);
    }
  }
  return path;
}

/** Firestore reserves field names of this form. */
export function isReserved(name: string): boolean {
  return name.length >= 4 && name.startsWith('__') && name.endsWith('__');
}

function parseSegments(text: string): string[] {
  const segments: string[] = [];
  const segment = new RegExp(SEGMENT, 'suy');
  let at = 0;
  for (;;) {
    segment.lastIndex = at;
    const groups = segment.exec(text)?.groups;
    if (groups === undefined) throw invalidPath(text, 'a segment is empty or needs quotes');
    segments.push(
      groups['simple'] ?? (groups['quoted'] ?? '').replaceAll(/\\(?<escaped>.)/gsu, '$<escaped>'),
    );
    at = segment.lastIndex;
    if (at === text.length) return segments;
    if (text[at] !== '.') throw invalidPath(text, 'a segment has invalid quotes');
    at += 1;
  }
}

export function formatFieldPath(path: FieldPath): string {
  return path
    .map((segment) =>
      SIMPLE_SEGMENT.test(segment) ? segment : `\`${segment.replaceAll(/[`\\]/gu, String.raw`\$&`)}\``,
    )
    .join('.');
}

export function fieldAt(fields: MapValue, path: FieldPath): Value | undefined {
  const [first = ''] = path;
  let value = fields.get(first);
  for (let index = 1; index < path.length; index += 1) {
    if (!isMap(value)) return undefined;
    value = value.get(path[index] ?? '');
  }
  return value;
}

/** Copies the fields and sets one field, or removes it if `value` is undefined. Creates the maps of the path as needed. */
export function withField(fields: MapValue, path: FieldPath, value: Value | undefined): MapValue {
  const [head, ...rest] = path;
  if (head === undefined) return fields;
  const inner = fields.get(head);
  if (value === undefined && (rest.length === 0 ? inner === undefined : !isMap(inner))) return fields;
  const copy = new Map(fields);
  if (rest.length > 0) copy.set(head, withField(isMap(inner) ? inner : new Map(), rest, value));
  else if (value === undefined) copy.delete(head);
  else copy.set(head, value);
  return copy;
}

/** A vector is stored as a map, but has no fields. */
function isMap(value: Value | undefined): value is MapValue {
  return value instanceof Map && vectorOf(value) === null;
}

function invalidPath(text: string, reason: string): StatusError {
  const shown = text.length > 100 ? `${text.slice(0, 100)}...` : text;
  return new StatusError('INVALID_ARGUMENT', `Invalid property path "${shown}": ${reason}.`);
}
