import { GeoPoint, Timestamp } from '#firestore/model/value.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Failure, typeError } from '#firestore/rules/values/slot.ts';
import { Duration } from '#firestore/rules/values/duration.ts';
import { isNumber } from '#firestore/rules/values/equality.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { RuleSet } from '#firestore/rules/values/rule-value.ts';
import { MapDiff, asRuleValue, isList, isMap, typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleList, RuleMap, RuleValue, TypeName } from '#firestore/rules/values/rule-value.ts';

/** The value types of parameters, by kind. */
interface Kinds {
  any: RuleValue;
  bool: boolean;
  int: bigint;
  number: bigint | number;
  string: string;
  bytes: Uint8Array;
  text: string | Uint8Array;
  timestamp: Timestamp;
  duration: Duration;
  latlng: GeoPoint;
  path: RulePath;
  list: RuleList;
  map: RuleMap;
  set: RuleSet;
  collection: RuleList | RuleSet;
  map_diff: MapDiff;
}

type Kind = keyof Kinds;

const GUARDS: { readonly [K in Kind]: (value: RuleValue) => value is Kinds[K] } = {
  any: (_value): _value is RuleValue => true,
  bool: (value) => typeof value === 'boolean',
  int: (value) => typeof value === 'bigint',
  number: isNumber,
  string: (value) => typeof value === 'string',
  bytes: (value) => value instanceof Uint8Array,
  text: (value) => typeof value === 'string' || value instanceof Uint8Array,
  timestamp: (value) => value instanceof Timestamp,
  duration: (value) => value instanceof Duration,
  latlng: (value) => value instanceof GeoPoint,
  path: (value) => value instanceof RulePath,
  list: isList,
  map: isMap,
  set: (value) => value instanceof RuleSet,
  collection: (value): value is RuleList | RuleSet => isList(value) || value instanceof RuleSet,
  map_diff: (value) => value instanceof MapDiff,
};

type Result = RuleValue | Failure;

/** The types of an argument, in the order of the official emulator. Null accepts all. */
type Accepted = readonly string[] | null;

/** The kinds whose name is no type. */
const ACCEPTED: Readonly<Partial<Record<Kind, Accepted>>> = {
  any: null,
  number: ['float', 'int'],
  text: ['bytes', 'string'],
  collection: ['list', 'set'],
};

/** A function of the rules language. The first argument of a method is its receiver. */
export interface Builtin {
  readonly kinds: readonly Kind[];
  /** What warnings say about the types of arguments. */
  readonly accepts: readonly Accepted[];
  /** The types of the result, or null if they depend on the arguments. */
  readonly returns: readonly TypeName[] | null;
  readonly call: (args: readonly RuleValue[], meter: Meter) => Result;
}

export type Methods = ReadonlyMap<string, Builtin>;

export function of1<A extends Kind>(
  a: A,
  returns: TypeName | null,
  run: (first: Kinds[A], meter: Meter) => Result,
): Builtin {
  const isA = GUARDS[a];
  return checked([a], returns, ([first = null], meter) => (isA(first) ? run(first, meter) : null));
}

export function of2<A extends Kind, B extends Kind>(
  [a, b]: readonly [A, B],
  returns: TypeName | null,
  run: (first: Kinds[A], second: Kinds[B], meter: Meter) => Result,
): Builtin {
  const isA = GUARDS[a];
  const isB = GUARDS[b];
  return checked([a, b], returns, ([first = null, second = null], meter) =>
    isA(first) && isB(second) ? run(first, second, meter) : null,
  );
}

export function of3<A extends Kind, B extends Kind, C extends Kind>(
  [a, b, c]: readonly [A, B, C],
  returns: TypeName | null,
  run: (first: Kinds[A], second: Kinds[B], third: Kinds[C], meter: Meter) => Result,
): Builtin {
  const isA = GUARDS[a];
  const isB = GUARDS[b];
  const isC = GUARDS[c];
  return checked([a, b, c], returns, ([first = null, second = null, third = null], meter) =>
    isA(first) && isB(second) && isC(third) ? run(first, second, third, meter) : null,
  );
}

export function of4Ints(
  returns: TypeName,
  run: (first: bigint, second: bigint, third: bigint, fourth: bigint) => Result,
): Builtin {
  const isInt = GUARDS.int;
  return checked(
    ['int', 'int', 'int', 'int'],
    returns,
    ([first = null, second = null, third = null, fourth = null]) =>
      isInt(first) && isInt(second) && isInt(third) && isInt(fourth)
        ? run(first, second, third, fourth)
        : null,
  );
}

/** Adds checks of the arguments and of the work limit. `run` returns null if an argument has the wrong type. */
function checked(
  kinds: readonly Kind[],
  returns: TypeName | null,
  run: (args: readonly RuleValue[], meter: Meter) => Result | null,
): Builtin {
  const matches = (args: readonly RuleValue[]) => kinds.every((kind, at) => GUARDS[kind](args[at] ?? null));
  return {
    kinds,
    accepts: kinds.map((kind) => (kind in ACCEPTED ? (ACCEPTED[kind] ?? null) : [kind])),
    returns: returns === null ? null : [returns],
    call: (given, meter) => {
      if (given.length !== kinds.length) return typeError(given.map(typeOf), kinds.join(', '));
      const args = given.map(asRuleValue);
      for (const arg of args) meter.work(sizeOf(arg));
      const result = run(args, meter);
      if (result !== null || matches(args)) return result;
      return typeError(args.map(typeOf), kinds.join(', '));
    },
  };
}

/** Narrows what the kinds of arguments accept. The function itself checks the values. */
export function accepting(builtin: Builtin, ...accepts: readonly Accepted[]): Builtin {
  return { ...builtin, accepts: builtin.accepts.map((accepted, at) => accepts[at] ?? accepted) };
}

function sizeOf(value: RuleValue): number {
  if (typeof value === 'string' || isList(value) || value instanceof Uint8Array) return value.length;
  if (isMap(value)) return value.size;
  return value instanceof RuleSet ? value.items.size : 1;
}

/** The size limit of a text or list that an operator or a builtin creates: four times the largest document. */
const MAX_SIZE = 4 * 1024 * 1024;

export function bounded(size: number): Failure | null {
  return size > MAX_SIZE ? new Failure('The value would be too large.') : null;
}
