import { GeoPoint, Timestamp } from '#firestore/model/value.ts';
import { Duration } from '#firestore/rules/values/duration.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { MapDiff, RuleSet, asRuleValue, isList, isMap } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue } from '#firestore/rules/values/rule-value.ts';
import { Failure, Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';

/** The JSON form of a result in the coverage report of the official emulator. */
export function slotToJson(slot: Slot): object {
  if (slot instanceof Failure) return { undefined: { causeMessage: slot.message } };
  if (slot instanceof Unknown) return { constraintValue: {} };
  return toJson(slot);
}

function toJson(given: RuleValue): object {
  const value = asRuleValue(given);
  if (value === null) return { nullValue: null };
  switch (typeof value) {
    case 'string':
      return { stringValue: value };
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return { intValue: String(value) };
    case 'number':
      return { floatValue: Number.isFinite(value) ? value : String(value) };
    default:
      return objectToJson(value);
  }
}

function objectToJson(value: Exclude<RuleValue, null | string | boolean | bigint | number>): object {
  if (isList(value)) return { listValue: { values: value.map(toJson) } };
  if (isMap(value)) return { mapValue: { fields: fieldsToJson(value) } };
  if (value instanceof Timestamp) return { timestampValue: isoOf(value) };
  if (value instanceof RulePath) {
    const segments = value.segments.map((segment) =>
      typeof segment === 'string' ? { simple: segment } : { capture: { variable: segment.name } },
    );
    return { pathValue: { segments } };
  }
  if (value instanceof RuleSet) return { setValue: { values: value.values().map(toJson) } };
  if (value instanceof Duration) return { durationValue: `${String(Number(value.nanos) / 1e9)}s` };
  if (value instanceof GeoPoint) {
    return { latlngValue: { latitude: value.latitude, longitude: value.longitude } };
  }
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  if (value instanceof MapDiff) {
    const [left, right] = [value.after, value.before].map((map) => ({ fields: fieldsToJson(map) }));
    return { mapDiffValue: { left, right } };
  }
  return {};
}

function fieldsToJson(map: ReadonlyMap<string, RuleValue>): object {
  return Object.fromEntries(Array.from(map, ([key, item]) => [key, toJson(item)]));
}

function isoOf({ seconds, nanos }: Timestamp): string {
  const whole = new Date(seconds * 1_000).toISOString().slice(0, -'.000Z'.length);
  const digits = String(nanos)
    .padStart(9, '0')
    .replace(/(?:000){1,3}$/u, '');
  return digits === '' ? `${whole}Z` : `${whole}.${digits}Z`;
}
