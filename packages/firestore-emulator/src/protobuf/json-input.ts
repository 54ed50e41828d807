import type { JSONObject, JSONValue } from 'proto3-json-serializer';
import protobuf from 'protobufjs/light.js';

import { StatusError } from '#firestore/api/status.ts';
import { camelCase } from '#firestore/protobuf/camel-case.ts';

/** Deeper than any document may nest, and too shallow to overflow the stack. */
const MAX_DEPTH = 100;
const TIMESTAMP =
  /^(?<whole>\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.(?<fraction>\d{1,9}))?(?<zone>Z|[+-]\d{2}:\d{2})$/u;
const NULL_VALUE = '.google.protobuf.NullValue';
const INTEGER = /^-?\d+(?:\.0+)?$/u;
const EXPONENT = /^-?\d+(?:\.\d+)?e[+-]?\d+$/iu;
const SPECIAL_NUMBERS = new Set(['NaN', 'Infinity', '-Infinity']);
const INTEGER_LIMITS: Record<string, readonly [bigint, bigint]> = {
  int32: [-(2n ** 31n), 2n ** 31n - 1n],
  int64: [-(2n ** 63n), 2n ** 63n - 1n],
};

/**
 * Checks JSON against a message type as the real service does. The serializer alone would skip unknown fields and accept
 * wrong values. Returns the JSON with each name in camel case and each timestamp in UTC.
 */
export function checkJson(type: protobuf.Type, json: JSONValue): JSONObject {
  return checkMessage(type, json, '', 0);
}

export function isObject(value: JSONValue): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function checkMessage(type: protobuf.Type, json: JSONValue, path: string, depth: number): JSONObject {
  if (!isObject(json)) throw invalidValue(path, type.name, json);
  if (depth > MAX_DEPTH) throw invalid(`Message too deep. Max recursion depth reached for key '${path}'.`);
  const checked: JSONObject = {};
  for (const [name, value] of Object.entries(json)) {
    const field = fieldOf(type, name);
    if (field === null) {
      const where = path === '' ? '' : ` at '${path}'`;
      throw invalid(`Unknown name "${name}"${where}: Cannot find field.`);
    }
    if (value === null && !acceptsNull(field)) continue;
    rejectSecondOfOneof(field, checked, path);
    checked[field.name] = checkField(field, value, path === '' ? field.name : `${path}.${field.name}`, depth);
  }
  return checked;
}

/** Finds a field by its JSON name or by its name in the .proto file. */
export function fieldOf(type: protobuf.Type, name: string): protobuf.Field | null {
  const camel = camelCase(name);
  return Object.hasOwn(type.fields, camel) ? (type.fields[camel] ?? null) : null;
}

function acceptsNull(field: protobuf.Field): boolean {
  return field.resolvedType?.fullName === NULL_VALUE;
}

function rejectSecondOfOneof(field: protobuf.Field, checked: JSONObject, path: string): void {
  const group = field.partOf;
  if (group === null || !group.oneof.some((name) => Object.hasOwn(checked, name))) return;
  throw invalid(`oneof field '${group.name}' is already set. Cannot set '${field.name}' at '${path}'.`);
}

function checkField(field: protobuf.Field, value: JSONValue, path: string, depth: number): JSONValue {
  if (field.repeated) {
    if (!Array.isArray(value)) throw invalidValue(path, 'list', value);
    return value.map((element, index) => checkValue(field, element, `${path}[${index}]`, depth));
  }
  if (!field.map) return checkValue(field, value, path, depth);
  if (!isObject(value)) throw invalidValue(path, 'map', value);
  const checked: JSONObject = {};
  for (const [key, element] of Object.entries(value)) {
    // Firestore reserves this name. Setting it on a plain object would change the prototype.
    if (key === '__proto__') throw invalid(`Names matching __.*__ are reserved: "${key}" at '${path}'.`);
    checked[key] = checkValue(field, element, `${path}.${key}`, depth);
  }
  return checked;
}

function checkValue(field: protobuf.Field, value: JSONValue, path: string, depth: number): JSONValue {
  const { resolvedType } = field;
  if (resolvedType instanceof protobuf.Enum) return checkEnum(resolvedType, value, path);
  if (resolvedType === null) return checkScalar(field.type, value, path);
  const { fullName } = resolvedType;
  if (fullName === '.google.protobuf.Timestamp') return checkTimestamp(value, path);
  if (!fullName.startsWith('.google.protobuf.')) return checkMessage(resolvedType, value, path, depth + 1);
  const wrapped = resolvedType.fields['value'];
  if (/^\.google\.protobuf\.\w+Value$/u.test(fullName) && wrapped !== undefined && wrapped.partOf === null) {
    return checkScalar(wrapped.type, value, path);
  }
  return value;
}

function checkEnum(type: protobuf.Enum, value: JSONValue, path: string): JSONValue {
  if (type.fullName === NULL_VALUE && (value === null || value === 'NULL_VALUE' || value === 0)) return null;
  if (typeof value === 'number' && type.valuesById[value] !== undefined) return value;
  if (typeof value === 'string' && Object.hasOwn(type.values, value)) return value;
  throw invalidValue(path, type.name, value);
}

function checkScalar(type: string, value: JSONValue, path: string): JSONValue {
  const limits = INTEGER_LIMITS[type];
  if (limits !== undefined) return checkInteger(limits, type, value, path);
  switch (type) {
    case 'bool':
      if (typeof value !== 'boolean') throw invalidValue(path, type, value);
      return value;
    case 'string':
      if (typeof value !== 'string') throw invalidValue(path, type, value);
      return value;
    case 'bytes':
      if (typeof value !== 'string' || !/^[\w+/-]*={0,2}$/u.test(value))
        throw invalidValue(path, type, value);
      return value;
    default:
      return checkNumber(type, value, path);
  }
}

function checkInteger(
  [least, greatest]: readonly [bigint, bigint],
  type: string,
  value: JSONValue,
  path: string,
): string {
  const integer = integerOf(value);
  if (integer === null || integer < least || integer > greatest) throw invalidValue(path, type, value);
  return integer.toString();
}

/** Proto3 JSON allows a number or text, both also with an exponent, if the value is an integer. */
function integerOf(value: JSONValue): bigint | null {
  if (typeof value === 'string' && INTEGER.test(value)) return BigInt(value.replace(/\..*$/u, ''));
  const number = typeof value === 'string' && EXPONENT.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) ? BigInt(number) : null;
}

function checkNumber(type: string, value: JSONValue, path: string): number | string {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') throw invalidValue(path, type, value);
  if (SPECIAL_NUMBERS.has(value)) return value;
  const number = Number(value);
  if (!Number.isFinite(number)) throw invalidValue(path, type, value);
  return number;
}

/** Returns an RFC 3339 timestamp in UTC with nanoseconds. */
export function checkTimestamp(value: JSONValue, path: string): string {
  const groups = typeof value === 'string' ? TIMESTAMP.exec(value)?.groups : undefined;
  const { whole = '', fraction = '', zone = '' } = groups ?? {};
  const time = new Date(`${whole}${zone}`);
  if (groups === undefined || Number.isNaN(time.getTime()) || !isDate(whole))
    throw invalidValue(path, 'Timestamp', value);
  const [seconds = ''] = time.toISOString().split('.');
  return `${seconds}.${fraction.padEnd(9, '0')}Z`;
}

/** JavaScript reads February 30 as March 1, and 24:00 as the next day. */
function isDate(text: string): boolean {
  const date = new Date(`${text}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function invalidValue(path: string, type: string, value: JSONValue): StatusError {
  const shown = JSON.stringify(value);
  return invalid(
    `Invalid value at '${path}' (${type}), ${shown.length > 200 ? `${shown.slice(0, 200)}…` : shown}`,
  );
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', `Invalid JSON payload received. ${message}`);
}
