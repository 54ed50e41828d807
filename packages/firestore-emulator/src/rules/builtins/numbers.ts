import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { accepting, of1, of2 } from '#firestore/rules/builtins/builtin.ts';
import type { Builtin, Methods } from '#firestore/rules/builtins/builtin.ts';
import { trim } from '#firestore/rules/builtins/strings.ts';
import { textOf } from '#firestore/rules/builtins/collections.ts';
import { decodeSegment } from '#firestore/rules/lexer.ts';
import { Failure, typeError } from '#firestore/rules/values/slot.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue } from '#firestore/rules/values/rule-value.ts';

const MAX_INT = 2n ** 63n - 1n;
const MIN_INT = -(2n ** 63n);

export function int64(value: bigint): bigint | Failure {
  return value > MAX_INT || value < MIN_INT ? new Failure('Integer overflow.') : value;
}

/** Like the official emulator, a number that is too large becomes the largest int, and NaN becomes 0. */
function intOf(value: number): bigint {
  if (value >= Number(MAX_INT)) return MAX_INT;
  if (value <= Number(MIN_INT)) return MIN_INT;
  return Number.isNaN(value) ? 0n : BigInt(Math.trunc(value));
}

/** https://firebase.google.com/docs/reference/rules/rules.math */
export const MATH_FUNCTIONS: Methods = new Map<string, Builtin>([
  ['abs', { ...accepting(of1('number', null, absolute), ['int', 'float']), returns: ['int', 'float'] }],
  ['ceil', rounding(Math.ceil)],
  ['floor', rounding(Math.floor)],
  ['round', of1('number', 'int', (value) => (typeof value === 'bigint' ? value : intOf(Math.round(value))))],
  ['sqrt', of1('number', 'float', (value) => Math.sqrt(Number(value)))],
  ['pow', of2(['number', 'number'], 'float', (base, exponent) => Number(base) ** Number(exponent))],
  ['isNaN', of1('number', 'bool', (value) => Number.isNaN(value))],
  ['isInfinite', of1('number', 'bool', (value) => Math.abs(Number(value)) === Number.POSITIVE_INFINITY)],
]);

function absolute(value: bigint | number): RuleValue | Failure {
  return typeof value === 'number' ? Math.abs(value) : int64(value < 0n ? -value : value);
}

function rounding(round: (value: number) => number): Builtin {
  return of1('number', 'int', (value) => {
    if (typeof value === 'bigint') return value;
    return Number.isNaN(value) ? new Failure('Not a number.') : intOf(round(value));
  });
}

/** https://firebase.google.com/docs/reference/rules/rules.hashing */
export const HASHING_FUNCTIONS: Methods = new Map([
  ['crc32', hash((bytes) => littleEndian(crc32(bytes)))],
  ['crc32c', hash((bytes) => littleEndian(crc32c(bytes)))],
  ['md5', hash((bytes) => createHash('md5').update(bytes).digest())],
  ['sha256', hash((bytes) => createHash('sha256').update(bytes).digest())],
]);

function hash(digest: (bytes: Uint8Array) => Buffer): Builtin {
  return of1('text', 'bytes', (text) => {
    const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
    return new Uint8Array(digest(bytes));
  });
}

function littleEndian(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

/** The CRC32C table: the reversed Castagnoli polynomial for each byte. */
const CRC32C_TABLE: Uint32Array = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0x82f63b78 : value >>> 1;
  return value;
});

function crc32c(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (CRC32C_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}

/** Functions without a namespace. https://firebase.google.com/docs/reference/rules */
export const CONVERSIONS: Methods = new Map([
  ['bool', of1('any', 'bool', toBool)],
  ['float', accepting(of1('any', 'float', toFloat), ['int', 'float', 'string'])],
  ['int', accepting(of1('any', 'int', toInt), ['int', 'float', 'string'])],
  ['string', accepting(of1('any', 'string', toText), ['int', 'float', 'null', 'string', 'bool', 'path'])],
  ['path', of1('string', 'path', toPath)],
  ['debug', of1('any', null, (value) => value)],
]);

function toText(value: RuleValue): string | Failure {
  return textOf(value) ?? typeError([typeOf(value)], 'bool, int, float, null, string');
}

function toBool(value: RuleValue): boolean | Failure {
  if (typeof value === 'boolean') return value;
  if (value === 'true' || value === 'false') return value === 'true';
  return notConvertible(value, 'bool');
}

function toFloat(value: RuleValue): number | Failure {
  if (typeof value === 'number') return value;
  if (typeof value === 'bigint') return Number(value);
  return (typeof value === 'string' ? parseFloat64(trim(value)) : null) ?? notConvertible(value, 'float');
}

const DECIMAL = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)[fFdD]?$/;
const NOT_FINITE = /^[+-]?(?:NaN|Infinity)$/;
const HEXADECIMAL = /^([+-]?)0[xX](?=\.?[\da-fA-F])([\da-fA-F]*)\.?([\da-fA-F]*)[pP]([+-]?\d+)[fFdD]?$/;
const BITS_PER_DIGIT = 4;

/** Reads the texts that Java reads, as the official emulator does. */
function parseFloat64(text: string): number | null {
  const decimal = DECIMAL.exec(text)?.[1];
  if (decimal !== undefined) return Number(decimal);
  if (NOT_FINITE.test(text)) return Number(text.replace(/^[+-](?=NaN)/, ''));
  const [whole, sign, integer = '', fraction = '', exponent] = HEXADECIMAL.exec(text) ?? [];
  if (whole === undefined) return null;
  const digits = Number(BigInt(`0x${integer}${fraction}`));
  const magnitude = digits * 2 ** (Number(exponent) - BITS_PER_DIGIT * fraction.length);
  return sign === '-' ? -magnitude : magnitude;
}

function toInt(value: RuleValue): bigint | Failure {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return intOf(value);
  const [, sign, digits] = (typeof value === 'string' && /^([+-]?)0*(\d{1,19})$/.exec(value)) || [];
  if (digits === undefined) return notConvertible(value, 'int');
  return int64(sign === '-' ? -BigInt(digits) : BigInt(digits));
}

function toPath(text: string): RulePath | Failure {
  const segments = text.replace(/^\//, '').split('/');
  return segments.includes('') ? notConvertible(text, 'path') : new RulePath(segments.map(decodeSegment));
}

function notConvertible(value: RuleValue, type: string): Failure {
  return typeof value === 'string'
    ? new Failure(`The string is not a valid ${type}.`)
    : typeError([typeOf(value)], type);
}
