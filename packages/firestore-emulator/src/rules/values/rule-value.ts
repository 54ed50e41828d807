import { GeoPoint, Reference, Timestamp } from '#firestore/model/value.ts';
import { Duration } from '#firestore/rules/values/duration.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';

/** The values of the rules language: the values of stored documents, and types that only rules have. */
export type RuleValue =
  | null
  | boolean
  | bigint
  | number
  | string
  | Uint8Array
  | Timestamp
  | Duration
  | GeoPoint
  | Reference
  | RulePath
  | RuleSet
  | MapDiff
  | RuleList
  | RuleMap;

export type RuleList = readonly RuleValue[];
export type RuleMap = ReadonlyMap<string, RuleValue>;

/** Unique values by their key (see valueKey), in insertion order. */
export class RuleSet {
  readonly items: ReadonlyMap<string, RuleValue>;

  constructor(items: ReadonlyMap<string, RuleValue>) {
    this.items = items;
  }

  /** Creates a set of strings. */
  static ofKeys(keys: Iterable<string>, keyOf: (value: string) => string): RuleSet {
    return new RuleSet(new Map(Array.from(keys, (key) => [keyOf(key), key])));
  }

  values(): RuleList {
    return [...this.items.values()];
  }
}

/** The result of Map.diff(): `after` is the receiver and `before` the argument. */
export class MapDiff {
  readonly after: RuleMap;
  readonly before: RuleMap;

  constructor(after: RuleMap, before: RuleMap) {
    this.after = after;
    this.before = before;
  }
}

export type TypeName =
  | 'null'
  | 'bool'
  | 'int'
  | 'float'
  | 'string'
  | 'bytes'
  | 'timestamp'
  | 'duration'
  | 'latlng'
  | 'path'
  | 'list'
  | 'map'
  | 'vector'
  | 'set'
  | 'map_diff';

export function typeOf(value: RuleValue): TypeName {
  switch (typeof value) {
    case 'string':
      return 'string';
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    default:
      return value === null ? 'null' : typeOfObject(value);
  }
}

function typeOfObject(value: Exclude<RuleValue, null | string | boolean | bigint | number>): TypeName {
  if (isMap(value)) return isVector(value) ? 'vector' : 'map';
  if (isList(value)) return 'list';
  if (value instanceof Timestamp) return 'timestamp';
  if (value instanceof RulePath || value instanceof Reference) return 'path';
  if (value instanceof RuleSet) return 'set';
  if (value instanceof Duration) return 'duration';
  if (value instanceof GeoPoint) return 'latlng';
  if (value instanceof Uint8Array) return 'bytes';
  return 'map_diff';
}

export function isMap(value: unknown): value is RuleMap {
  return value instanceof Map;
}

/** A stored vector is a map with two fields, but rules see neither of them. */
export function isVector(value: RuleMap): boolean {
  return value.get('__type__') === '__vector__';
}

export function isList(value: unknown): value is RuleList {
  return Array.isArray(value);
}

/** Converts a stored value: a reference becomes a path. */
export function asRuleValue(value: RuleValue): RuleValue {
  return value instanceof Reference ? RulePath.ofReference(value) : value;
}
