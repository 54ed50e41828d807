import { compareUtf8 } from '#firestore/model/utf8-order.ts';
import { accepting, bounded, of1, of2, of3 } from '#firestore/rules/builtins/builtin.ts';
import type { Methods } from '#firestore/rules/builtins/builtin.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Failure, typeError } from '#firestore/rules/values/slot.ts';
import { isUnchanged, valueKey } from '#firestore/rules/values/equality.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { RuleSet } from '#firestore/rules/values/rule-value.ts';
import { MapDiff, asRuleValue, isMap, typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleList, RuleMap, RuleValue } from '#firestore/rules/values/rule-value.ts';

type Collection = RuleList | RuleSet;

export function toSet(items: RuleList, meter: Meter): RuleSet {
  const set = new Map<string, RuleValue>();
  for (const item of items) {
    const key = valueKey(item, meter);
    if (!set.has(key)) set.set(key, asRuleValue(item));
  }
  return new RuleSet(set);
}

function keysOf(collection: Collection, meter: Meter): ReadonlyMap<string, RuleValue> {
  return collection instanceof RuleSet ? collection.items : toSet(collection, meter).items;
}

function hasAll(collection: Collection, required: Collection, meter: Meter): boolean {
  const keys = keysOf(collection, meter);
  return [...keysOf(required, meter).keys()].every((key) => keys.has(key));
}

function hasAny(collection: Collection, candidates: Collection, meter: Meter): boolean {
  const keys = keysOf(collection, meter);
  return [...keysOf(candidates, meter).keys()].some((key) => keys.has(key));
}

/** https://firebase.google.com/docs/reference/rules/rules.List */
export const LIST_METHODS: Methods = new Map([
  [
    'concat',
    of2(
      ['list', 'list'],
      'list',
      (left, right) => bounded(left.length + right.length) ?? [...left, ...right],
    ),
  ],
  ['hasAll', of2(['list', 'list'], 'bool', hasAll)],
  ['hasAny', of2(['list', 'list'], 'bool', hasAny)],
  ['hasOnly', of2(['list', 'list'], 'bool', (list, allowed, meter) => hasAll(allowed, list, meter))],
  ['join', of2(['list', 'string'], 'string', join)],
  ['removeAll', of2(['list', 'list'], 'list', removeAll)],
  ['size', of1('list', 'int', (list) => BigInt(list.length))],
  ['toSet', of1('list', 'set', toSet)],
]);

/** https://firebase.google.com/docs/reference/rules/rules.Set */
export const SET_METHODS: Methods = new Map([
  ['hasAll', of2(['set', 'collection'], 'bool', hasAll)],
  ['hasAny', of2(['set', 'collection'], 'bool', hasAny)],
  ['hasOnly', of2(['set', 'collection'], 'bool', (set, allowed, meter) => hasAll(allowed, set, meter))],
  ['difference', of2(['set', 'set'], 'set', (left, right) => filtered(left, (key) => !right.items.has(key)))],
  [
    'intersection',
    of2(['set', 'set'], 'set', (left, right) => filtered(left, (key) => right.items.has(key))),
  ],
  [
    'union',
    of2(['set', 'set'], 'set', (left, right) => new RuleSet(new Map([...right.items, ...left.items]))),
  ],
  ['size', of1('set', 'int', (set) => BigInt(set.items.size))],
]);

/** https://firebase.google.com/docs/reference/rules/rules.Map */
export const MAP_METHODS: Methods = new Map([
  ['diff', of2(['map', 'map'], 'map_diff', (after, before) => new MapDiff(after, before))],
  ['get', accepting(of3(['map', 'any', 'any'], null, getOr), null, ['string', 'list'])],
  // The official emulator sorts the keys, but not the values. So `keys() == ['a', 'b']` holds for any order of the fields.
  ['keys', of1('map', 'list', (map) => [...map.keys()].sort(compareUtf8))],
  ['values', of1('map', 'list', (map) => [...map.values()])],
  ['size', of1('map', 'int', (map) => BigInt(map.size))],
]);

/** https://firebase.google.com/docs/reference/rules/rules.MapDiff */
export const MAP_DIFF_METHODS: Methods = new Map([
  ['addedKeys', diffKeys((before, after) => before === undefined && after !== undefined)],
  ['removedKeys', diffKeys((before, after) => before !== undefined && after === undefined)],
  [
    'changedKeys',
    diffKeys(
      (before, after, meter) =>
        before !== undefined && after !== undefined && !isUnchanged(before, after, meter),
    ),
  ],
  [
    'unchangedKeys',
    diffKeys(
      (before, after, meter) =>
        before !== undefined && after !== undefined && isUnchanged(before, after, meter),
    ),
  ],
  [
    'affectedKeys',
    diffKeys(
      (before, after, meter) =>
        before === undefined || after === undefined || !isUnchanged(before, after, meter),
    ),
  ],
]);

/** https://firebase.google.com/docs/reference/rules/rules.Path */
export const PATH_METHODS: Methods = new Map([['bind', of2(['path', 'map'], 'path', bind)]]);

function filtered(set: RuleSet, keep: (key: string) => boolean): RuleSet {
  return new RuleSet(new Map([...set.items].filter(([key]) => keep(key))));
}

function removeAll(list: RuleList, removed: RuleList, meter: Meter): RuleList {
  const keys = keysOf(removed, meter);
  return list.filter((item) => !keys.has(valueKey(item, meter)));
}

function join(list: RuleList, separator: string): string | Failure {
  const texts: string[] = [];
  let size = 0;
  for (const item of list) {
    const text = textOf(item);
    if (text === null) return typeError([typeOf(item)], 'string');
    size += text.length + separator.length;
    texts.push(text);
  }
  return bounded(size) ?? texts.join(separator);
}

/** The result of `string(value)`, or null if the type has no string form. */
export function textOf(value: RuleValue): string | null {
  if (typeof value === 'string') return value;
  if (typeof value === 'number') return textOfFloat(value);
  if (value instanceof RulePath) return value.toString();
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  return null;
}

/** Like Java, which the official emulator uses: 1.0, 0.5, 1.0E8. */
function textOfFloat(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return String(value);
  if (size === 0 || (size >= 1e-3 && size < 1e7))
    return Number.isInteger(value) ? value.toFixed(1) : String(value);
  const [digits = '', exponent = ''] = value.toExponential().split('e');
  return `${digits.includes('.') ? digits : `${digits}.0`}E${exponent.replace('+', '')}`;
}

/** A list is a nested key: `{'a': {'b': 1}}.get(['a', 'b'], 0)`. */
function getOr(map: RuleMap, key: RuleValue, otherwise: RuleValue): RuleValue | Failure {
  if (typeof key === 'string') return asRuleValue(map.get(key) ?? (map.has(key) ? null : otherwise));
  if (!Array.isArray(key))
    return typeError(['map', typeOf(key), typeOf(otherwise)], 'map, string or list, any');
  let value: RuleValue = map;
  for (const part of key) {
    if (typeof part !== 'string') return typeError([typeOf(part)], 'string');
    if (!isMap(value) || !value.has(part)) return otherwise;
    value = value.get(part) ?? null;
  }
  return asRuleValue(value);
}

type Side = RuleValue | undefined;

function diffKeys(isIncluded: (before: Side, after: Side, meter: Meter) => boolean) {
  return of1('map_diff', 'set', ({ before, after }, meter) => {
    meter.work(before.size + after.size);
    const keys = new Set([...after.keys(), ...before.keys()]);
    const found = [...keys].filter((key) => isIncluded(before.get(key), after.get(key), meter));
    return RuleSet.ofKeys(found, (key) => valueKey(key, meter));
  });
}

function bind(path: RulePath, values: RuleMap): RulePath | Failure {
  const bindings = new Map(path.bindings);
  const names = new Set(path.segments.map((segment) => (typeof segment === 'string' ? null : segment.name)));
  for (const [key, value] of values) {
    if (!names.has(key)) return new Failure(`Variable(s) ${key} do not exist in the path template.`);
    if (typeof value !== 'string') return typeError([typeOf(value)], 'string');
    bindings.set(key, value);
  }
  const segments = path.segments.map((segment) =>
    typeof segment === 'string' ? segment : (bindings.get(segment.name) ?? segment),
  );
  return new RulePath(segments, bindings);
}
