import { compareUtf8 } from '#firestore/model/utf8-order.ts';
import { GeoPoint, Timestamp } from '#firestore/model/value.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Duration, nanosOf } from '#firestore/rules/values/duration.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { RuleSet } from '#firestore/rules/values/rule-value.ts';
import { MapDiff, asRuleValue, isList, isMap, typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleMap, RuleValue } from '#firestore/rules/values/rule-value.ts';

type Numbers = (left: bigint | number, right: bigint | number) => boolean;

// oxlint-disable-next-line eslint/eqeqeq -- `==` compares a bigint with a number by value, exactly
const equalNumbers: Numbers = (left, right) => left == right;
const unchangedNumbers: Numbers = (left, right) => equalNumbers(left, right) || Object.is(left, right);

/** Implements `==`: 1 equals 1.0, values of different types differ, and NaN equals no value. */
export function equals(left: RuleValue, right: RuleValue, meter: Meter): boolean {
  return isEqual(left, right, meter, equalNumbers);
}

/** Implements `diff`: as `==`, but a field that stays NaN has not changed. */
export function isUnchanged(left: RuleValue, right: RuleValue, meter: Meter): boolean {
  return isEqual(left, right, meter, unchangedNumbers);
}

function isEqual(left: RuleValue, right: RuleValue, meter: Meter, numbers: Numbers): boolean {
  if (typeof left === 'string' || typeof left === 'boolean' || left === null) return left === right;
  if (isNumber(left)) return isNumber(right) && numbers(left, right);
  meter.work(1);
  if (isList(left)) {
    if (!isList(right) || left.length !== right.length) return false;
    return left.every((item, at) => isEqual(item, right[at] ?? null, meter, numbers));
  }
  const mapsEqual = (one: RuleMap, other: RuleMap): boolean => areMapsEqual(one, other, meter, numbers);
  if (isMap(left)) return isMap(right) && mapsEqual(left, right);
  if (left instanceof MapDiff) {
    if (!(right instanceof MapDiff)) return false;
    return mapsEqual(left.after, right.after) && mapsEqual(left.before, right.before);
  }
  return objectsEqual(asRuleValue(left), asRuleValue(right));
}

export function isNumber(value: RuleValue | undefined): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

function areMapsEqual(left: RuleMap, right: RuleMap, meter: Meter, numbers: Numbers): boolean {
  if (left.size !== right.size) return false;
  for (const [key, value] of left) {
    const other = right.get(key);
    if (other === undefined || !isEqual(value, other, meter, numbers)) return false;
  }
  return true;
}

function objectsEqual(left: RuleValue, right: RuleValue): boolean {
  if (left instanceof Timestamp) {
    return right instanceof Timestamp && left.seconds === right.seconds && left.nanos === right.nanos;
  }
  if (left instanceof RulePath) return right instanceof RulePath && left.key === right.key;
  if (left instanceof Duration) return right instanceof Duration && left.nanos === right.nanos;
  if (left instanceof Uint8Array) return right instanceof Uint8Array && Buffer.compare(left, right) === 0;
  if (left instanceof GeoPoint) {
    return (
      right instanceof GeoPoint && left.latitude === right.latitude && left.longitude === right.longitude
    );
  }
  if (left instanceof RuleSet) {
    if (!(right instanceof RuleSet) || left.items.size !== right.items.size) return false;
    return [...left.items.keys()].every((key) => right.items.has(key));
  }
  return left === right;
}

/**
 * Two values have the same key if and only if they are equal. Sets and lookups of many values use the key. The exception is
 * NaN: it equals no value, but has one key, so a set contains it once.
 */
export function valueKey(given: RuleValue, meter: Meter): string {
  const value = asRuleValue(given);
  meter.work(typeof value === 'string' ? value.length + 1 : 1);
  if (typeof value === 'string') return `s${value}`;
  if (typeof value === 'bigint') return `n${String(value)}`;
  if (typeof value === 'number') return `n${Number.isInteger(value) ? String(BigInt(value)) : String(value)}`;
  if (isList(value)) return `[${value.map((item) => framed(item, meter)).join('')}]`;
  if (isMap(value)) {
    const entries = [...value].sort(([left], [right]) => (left < right ? -1 : 1));
    return `{${entries.map(([key, item]) => framed(key, meter) + framed(item, meter)).join('')}}`;
  }
  if (value instanceof RuleSet) return `S${[...value.items.keys()].sort().map(frame).join('')}`;
  if (value instanceof MapDiff) return `D${framed(value.after, meter)}${framed(value.before, meter)}`;
  return `${typeOf(value)} ${plainText(value)}`;
}

function framed(value: RuleValue, meter: Meter): string {
  const text = frame(valueKey(value, meter));
  meter.work(text.length);
  return text;
}

/** Adds a length prefix, so that no content can imitate a separator. */
function frame(text: string): string {
  return `${String(text.length)}:${text}`;
}

function plainText(value: RuleValue): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (value instanceof RulePath) return value.key;
  if (value instanceof Timestamp) return String(nanosOf(value));
  if (value instanceof Duration) return String(value.nanos);
  if (value instanceof GeoPoint) return `${String(value.latitude)} ${String(value.longitude)}`;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('hex');
  return '';
}

/** The order for `<`, `<=`, `>` and `>=`. Null if the types have no order. NaN if an operand is NaN. */
export function order(left: RuleValue, right: RuleValue): number | null {
  if (isNumber(left) && isNumber(right)) {
    if (left < right) return -1;
    if (left > right) return 1;
    // oxlint-disable-next-line eslint/eqeqeq -- `==` compares a bigint with a number by value, exactly
    return left == right ? 0 : Number.NaN;
  }
  if (typeof left === 'string' && typeof right === 'string') return compareUtf8(left, right);
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right);
  if (left instanceof Timestamp && right instanceof Timestamp) {
    return Math.sign(left.seconds - right.seconds || left.nanos - right.nanos);
  }
  if (left instanceof Duration && right instanceof Duration) {
    return left.nanos < right.nanos ? -1 : Number(left.nanos > right.nanos);
  }
  return null;
}
