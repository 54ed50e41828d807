import { GeoPoint, Timestamp } from '#firestore/model/value.ts';
import { Duration } from '#firestore/rules/values/duration.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { MapDiff, RuleSet, asRuleValue, isList, isMap } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue } from '#firestore/rules/values/rule-value.ts';
import { Failure, Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';

const MAX_LENGTH = 200;

/** Shows a value to a developer, shortened to one line. */
export function formatSlot(slot: Slot): string {
  if (slot instanceof Failure) return `error: ${slot.message}`;
  if (slot instanceof Unknown) return 'unknown: the filters of the query do not determine it';
  const text = format(slot, MAX_LENGTH);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Stops shortly after `room` characters, so that a large value costs no more than a small one. */
function format(given: RuleValue, room: number): string {
  const value = asRuleValue(given);
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1));
  if (typeof value === 'number') return Number.isInteger(value) ? value.toFixed(1) : String(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (isList(value)) return `[${joined(value, room, format)}]`;
  if (isMap(value)) return `{${joined(value, room, formatEntry)}}`;
  if (value instanceof RuleSet) return `[${joined(value.items.values(), room, format)}].toSet()`;
  if (value instanceof MapDiff) return `${format(value.after, room)}.diff(${format(value.before, room)})`;
  if (value instanceof RulePath) return value.toString();
  if (value instanceof Timestamp) return new Date(value.seconds * 1_000 + value.nanos / 1e6).toISOString();
  if (value instanceof Duration) return `${String(Number(value.nanos) / 1e9)}s`;
  if (value instanceof GeoPoint) return `latlng(${String(value.latitude)}, ${String(value.longitude)})`;
  if (value instanceof Uint8Array) return `b"${Buffer.from(value.subarray(0, room)).toString('hex')}"`;
  return '';
}

function formatEntry([key, value]: readonly [string, RuleValue], room: number): string {
  return `${JSON.stringify(key.slice(0, room + 1))}: ${format(value, room - key.length)}`;
}

function joined<T>(items: Iterable<T>, room: number, show: (item: T, room: number) => string): string {
  const texts: string[] = [];
  let left = room;
  for (const item of items) {
    if (left <= 0) return [...texts, '…'].join(', ');
    const text = show(item, left);
    texts.push(text);
    left -= text.length + 2;
  }
  return texts.join(', ');
}
