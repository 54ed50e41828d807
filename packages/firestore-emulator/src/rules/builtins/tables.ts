import type { Builtin, Methods } from '#firestore/rules/builtins/builtin.ts';
import {
  LIST_METHODS,
  MAP_DIFF_METHODS,
  MAP_METHODS,
  PATH_METHODS,
  SET_METHODS,
} from '#firestore/rules/builtins/collections.ts';
import { HASHING_FUNCTIONS, MATH_FUNCTIONS } from '#firestore/rules/builtins/numbers.ts';
import { BYTES_METHODS, STRING_METHODS } from '#firestore/rules/builtins/strings.ts';
import {
  DURATION_FUNCTIONS,
  DURATION_METHODS,
  LATLNG_FUNCTIONS,
  LATLNG_METHODS,
  TIMESTAMP_FUNCTIONS,
  TIMESTAMP_METHODS,
} from '#firestore/rules/builtins/times.ts';
import type { TypeName } from '#firestore/rules/values/rule-value.ts';

export const METHODS_BY_TYPE: ReadonlyMap<TypeName, Methods> = new Map<TypeName, Methods>([
  ['string', STRING_METHODS],
  ['bytes', BYTES_METHODS],
  ['list', LIST_METHODS],
  ['set', SET_METHODS],
  ['map', MAP_METHODS],
  ['map_diff', MAP_DIFF_METHODS],
  ['path', PATH_METHODS],
  ['duration', DURATION_METHODS],
  ['timestamp', TIMESTAMP_METHODS],
  ['latlng', LATLNG_METHODS],
]);

/** Functions with a prefix, such as `math.abs(x)`. */
export const NAMESPACES: ReadonlyMap<string, Methods> = new Map([
  ['math', MATH_FUNCTIONS],
  ['hashing', HASHING_FUNCTIONS],
  ['duration', DURATION_FUNCTIONS],
  ['timestamp', TIMESTAMP_FUNCTIONS],
  ['latlng', LATLNG_FUNCTIONS],
]);

/** The methods with this name, by the type of their receiver. */
export function methodsNamed(name: string): ReadonlyMap<TypeName, Builtin> {
  const found = new Map<TypeName, Builtin>();
  for (const [type, methods] of METHODS_BY_TYPE) {
    const method = methods.get(name);
    if (method !== undefined) found.set(type, method);
  }
  return found;
}

/** The type names that `is` accepts, and the types that each of them includes. */
export const TYPE_TESTS: ReadonlyMap<string, readonly TypeName[]> = new Map<string, readonly TypeName[]>([
  ['bool', ['bool']],
  ['bytes', ['bytes']],
  ['duration', ['duration']],
  ['float', ['float']],
  ['int', ['int']],
  ['latlng', ['latlng']],
  ['list', ['list']],
  ['map', ['map']],
  ['map_diff', ['map_diff']],
  ['number', ['int', 'float']],
  ['path', ['path']],
  ['set', ['set']],
  ['string', ['string']],
  ['timestamp', ['timestamp']],
  ['vector', ['vector']],
  // An internal type of the real service. No value in a rule has it.
  ['constraint', []],
]);
