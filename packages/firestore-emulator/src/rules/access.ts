import type { Builtin } from '#firestore/rules/builtins/builtin.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Failure, Unknown, isValue, nullValue, typeError } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import { memberOfUnknown, methodOfUnknown, fromEquality, equalReceiver } from '#firestore/rules/unknowns.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';
import { asRuleValue, isList, isMap, isVector, typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue, TypeName } from '#firestore/rules/values/rule-value.ts';

const OUT_OF_RANGE = 'The index is out of range.';

/** `target.name` */
export function member(target: Slot, name: string): Slot {
  if (isMap(target) && !isVector(target)) {
    const value = target.get(name);
    return value === undefined ? new Failure(`Property ${name} is undefined on object.`) : asRuleValue(value);
  }
  if (target instanceof Failure) return target;
  if (target instanceof Unknown) return memberOfUnknown(target, name);
  if (target === null) return nullValue();
  if (!(target instanceof RulePath)) return typeError([typeOf(target)], 'map,path');
  return target.bindings.get(name) ?? new Failure(`Property ${name} is undefined on object.`);
}

/** `target[key]` */
export function element(target: Slot, key: Slot, meter: Meter): Slot {
  if (target instanceof Failure) return target;
  if (key instanceof Failure) return key;
  if (key instanceof Unknown) return new Unknown(key.source);
  if (target instanceof Unknown) return elementOfUnknown(target, key);
  if (typeof key === 'string' && !isList(target)) return member(target, key);
  if (target === null) return nullValue();
  if (typeof key !== 'bigint') return typeError([typeOf(key)], 'int');
  if (typeof target === 'string') return slice(target, key, key + 1n, meter);
  const items = target instanceof RulePath ? target.segments : target;
  if (!isList(items)) return typeError([typeOf(target)], 'list,map,path,string');
  const item = items[Number(key)];
  return item === undefined ? new Failure(OUT_OF_RANGE) : asRuleValue(item);
}

function elementOfUnknown(target: Unknown, key: RuleValue): Slot {
  if (typeof key === 'string') return memberOfUnknown(target, key);
  if (typeof key !== 'bigint') return typeError([typeOf(key)], 'int');
  const { facts } = target;
  const source = `${target.source}[${String(key)}]`;
  const segment = facts.segments?.[Number(key)];
  if (segment !== undefined) return segment;
  const item = isList(facts.equal) ? facts.equal[Number(key)] : undefined;
  return item === undefined ? new Unknown(source) : fromEquality(item, source);
}

/** `target[from:to]`, where `to` is exclusive. A bound that is null leaves its side open. */
export function slice(target: Slot, from: Slot, to: Slot, meter: Meter): Slot {
  for (const slot of [target, from, to]) if (slot instanceof Failure) return slot;
  for (const slot of [target, from, to]) if (slot instanceof Unknown) return new Unknown(slot.source);
  if (!isBound(from) || !isBound(to)) return typeError([describe(from), describe(to)], 'int,int');
  if (target === null) return nullValue();
  if (target instanceof RulePath) {
    const range = rangeOf(from, to, target.segments);
    return range === null ? new Failure(OUT_OF_RANGE) : new RulePath(target.segments.slice(...range));
  }
  if (typeof target !== 'string' && !isList(target)) return typeError([describe(target)], 'list,path,string');
  meter.work(target.length);
  const range = rangeOf(from, to, target);
  return range === null ? new Failure(OUT_OF_RANGE) : target.slice(...range);
}

function isBound(slot: Slot): slot is bigint | null {
  return slot === null || typeof slot === 'bigint';
}

/** Like the official emulator, even an empty range may not be at the very start or end, unless the side is open. */
function rangeOf(
  from: bigint | null,
  to: bigint | null,
  { length }: { readonly length: number },
): [number, number] | null {
  if (from !== null && (from < 0n || from >= length)) return null;
  if (to !== null && (to < 1n || to > length)) return null;
  const range: [number, number] = [Number(from ?? 0n), to === null ? length : Number(to)];
  return range[0] <= range[1] ? range : null;
}

function describe(slot: Slot): string {
  return isValue(slot) ? typeOf(slot) : 'unknown';
}

/** `target.name(...)` */
export function callMethod(
  target: Slot,
  name: string,
  byType: ReadonlyMap<TypeName, Builtin>,
  args: readonly Slot[],
  meter: Meter,
): Slot {
  if (target instanceof Failure) return target;
  const known = knownValues(args);
  if (known instanceof Failure || known instanceof Unknown) return known;
  if (!(target instanceof Unknown)) return callOn(target, byType, known, meter);
  const receiver = equalReceiver(target, name);
  return receiver === null
    ? methodOfUnknown(target, name, known, meter)
    : callOn(receiver, byType, known, meter);
}

function callOn(
  target: RuleValue,
  byType: ReadonlyMap<TypeName, Builtin>,
  args: readonly RuleValue[],
  meter: Meter,
): Slot {
  if (target === null) return nullValue();
  const method = byType.get(typeOf(target));
  if (method === undefined) return typeError([typeOf(target)], [...byType.keys()].join(','));
  return method.call([target, ...args], meter);
}

/** `name(...)`, where `name` is a builtin. */
export function callBuiltin(builtin: Builtin, args: readonly Slot[], meter: Meter): Slot {
  const known = knownValues(args);
  return known instanceof Failure || known instanceof Unknown ? known : builtin.call(known, meter);
}

function knownValues(slots: readonly Slot[]): readonly RuleValue[] | Failure | Unknown {
  const values: RuleValue[] = [];
  let unknown: Unknown | null = null;
  for (const slot of slots) {
    if (slot instanceof Failure) return slot;
    if (slot instanceof Unknown) unknown = new Unknown(slot.source);
    else values.push(slot);
  }
  return unknown ?? values;
}
