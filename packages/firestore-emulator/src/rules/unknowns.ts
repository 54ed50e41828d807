import type { BinaryOperator } from '#firestore/rules/ast.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Failure, Unknown, isValue } from '#firestore/rules/values/slot.ts';
import type { Bound, Facts, Slot } from '#firestore/rules/values/slot.ts';
import { equals, isNumber, order, valueKey } from '#firestore/rules/values/equality.ts';
import { RuleSet } from '#firestore/rules/values/rule-value.ts';
import { asRuleValue, isList, isMap, isVector, typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue, TypeName } from '#firestore/rules/values/rule-value.ts';

/*
 * Evaluates operations on unknown values by their facts. Each function returns null if the facts allow more than one
 * outcome. A condition that depends on it is not proven, and a query that needs the proof is denied.
 */

/** The value of a field after a filter with `==`. If it contains a number, the stored number may be an int or a float. */
export function fromEquality(given: RuleValue, source: string): RuleValue | Unknown {
  const value = asRuleValue(given);
  if (!containsNumber(value)) return value;
  return new Unknown(source, { equal: value, type: isNumber(value) ? 'number' : typeOf(value) });
}

function containsNumber(value: RuleValue): boolean {
  if (isNumber(value)) return !Number.isNaN(value);
  if (isList(value)) return value.some(containsNumber);
  return isMap(value) && [...value.values()].some(containsNumber);
}

/** Whether every document that the query can return has this value. Only then does it have facts. */
export function isPresent({ facts }: Unknown): boolean {
  return Object.keys(facts).length > 0;
}

export function memberOfUnknown({ facts, source }: Unknown, name: string): Slot {
  const field = facts.fields?.get(name);
  if (field !== undefined) return field;
  if (isMap(facts.equal)) {
    const value = facts.equal.get(name);
    if (value !== undefined) return fromEquality(value, `${source}.${name}`);
  }
  if (facts.closed === true || isMap(facts.equal)) {
    return new Failure(`Property ${name} is undefined on object.`);
  }
  return new Unknown(`${source}.${name}`);
}

export function equalsUnknown({ facts }: Unknown, other: Slot, meter: Meter): boolean | null {
  if (!isValue(other)) {
    const bothEqual =
      other instanceof Unknown && other.facts.equal !== undefined && facts.equal !== undefined;
    return bothEqual ? equals(facts.equal, other.facts.equal, meter) : null;
  }
  if (facts.equal !== undefined) return equals(facts.equal, other, meter);
  if (facts.type !== undefined && !isOfType(facts.type, typeOf(other))) return false;
  if (facts.excluded?.some((excluded) => equals(excluded, other, meter)) === true) return false;
  const outside = isExcludedBy(facts.lower, other, 1) || isExcludedBy(facts.upper, other, -1);
  return outside ? false : null;
}

function isOfType(known: TypeName | 'number', type: TypeName): boolean {
  return known === 'number' ? type === 'int' || type === 'float' : known === type;
}

/** Whether a bound excludes this value. `side` is 1 for a lower bound and -1 for an upper bound. */
function isExcludedBy(bound: Bound | undefined, value: RuleValue, side: 1 | -1): boolean {
  if (bound === undefined) return false;
  const difference = order(bound.value, value);
  if (difference === null) return false;
  return difference === side || (difference === 0 && !bound.inclusive);
}

type Relation = '<' | '<=' | '>' | '>=';

const MIRRORED: Readonly<Record<Relation, Relation>> = { '<': '>', '<=': '>=', '>': '<', '>=': '<=' };
const OPPOSITE: Readonly<Record<Relation, Relation>> = { '<': '>=', '<=': '>', '>': '<=', '>=': '<' };

export function isRelation(operator: BinaryOperator): operator is Relation {
  return operator in MIRRORED;
}

export function satisfies(operator: Relation, difference: number): boolean {
  if (operator === '<') return difference < 0;
  if (operator === '<=') return difference <= 0;
  return operator === '>' ? difference > 0 : difference >= 0;
}

export function compareUnknown(operator: Relation, left: Slot, right: Slot): boolean | null {
  if (left instanceof Unknown && isValue(right)) return compareFacts(operator, left.facts, right);
  if (right instanceof Unknown && isValue(left)) return compareFacts(MIRRORED[operator], right.facts, left);
  return null;
}

function compareFacts(operator: Relation, facts: Facts, value: RuleValue): boolean | null {
  if (facts.equal !== undefined) {
    const difference = order(facts.equal, value);
    return difference === null ? null : satisfies(operator, difference);
  }
  if (impliedBy(facts, operator, value)) return true;
  return impliedBy(facts, OPPOSITE[operator], value) ? false : null;
}

/** Whether every value within the bounds satisfies the comparison. */
function impliedBy(facts: Facts, operator: Relation, value: RuleValue): boolean {
  const below = operator === '<' || operator === '<=';
  const bound = below ? facts.upper : facts.lower;
  if (bound === undefined) return false;
  const difference = order(bound.value, value);
  if (difference === null || Number.isNaN(difference)) return false;
  if (difference !== 0) return below ? difference < 0 : difference > 0;
  return operator === '<=' || operator === '>=' || !bound.inclusive;
}

/** `element in container`, where either may be unknown. */
export function isInUnknown(element: Slot, container: Slot, meter: Meter): boolean | null {
  if (container instanceof Unknown) {
    if (!isValue(element)) return null;
    return isInFacts(element, container.facts, meter);
  }
  if (!(element instanceof Unknown) || !isValue(container)) return null;
  const items = container instanceof RuleSet ? container.values() : isList(container) ? container : null;
  if (items === null) return null;
  const outcomes = items.map((item) => equalsUnknown(element, item, meter));
  if (outcomes.includes(true)) return true;
  // An empty list contains no element. But evaluating a missing field is an error, so the outcome is not false.
  return isPresent(element) && outcomes.every((outcome) => outcome === false) ? false : null;
}

function isInFacts(element: RuleValue, facts: Facts, meter: Meter): boolean | null {
  if (facts.equal !== undefined) return isIn(element, facts.equal, meter);
  if (facts.contains?.some((item) => equals(item, element, meter)) === true) return true;
  if (typeof element === 'string' && facts.fields?.has(element) === true) return true;
  return facts.closed === true && typeof element === 'string' ? false : null;
}

/** Returns null if the container is not a collection. */
export function isIn(element: RuleValue, container: RuleValue, meter: Meter): boolean | null {
  if (container instanceof RuleSet) return container.items.has(valueKey(element, meter));
  // Rules see no fields in a vector.
  if (isMap(container)) {
    return typeof element === 'string' && !isVector(container) ? container.has(element) : null;
  }
  if (!isList(container)) return null;
  meter.work(container.length);
  return container.some((item) => equals(item, element, meter));
}

export function isUnknownOf({ facts }: Unknown, types: readonly TypeName[]): boolean | null {
  const { type } = facts;
  if (type === undefined) return null;
  if (type !== 'number') return types.includes(type);
  const [int, float] = [types.includes('int'), types.includes('float')];
  return int === float ? int : null;
}

/** Methods with the same result for 1 and 1.0, so they accept a receiver that is known by an equality filter. */
const NUMBER_AGNOSTIC: ReadonlySet<string> = new Set(['size', 'keys', 'hasAll', 'hasAny', 'hasOnly']);

export function equalReceiver({ facts }: Unknown, method: string): RuleValue | null {
  return NUMBER_AGNOSTIC.has(method) ? (facts.equal ?? null) : null;
}

/** Calls a method of an unknown value. */
export function methodOfUnknown(
  receiver: Unknown,
  name: string,
  args: readonly RuleValue[],
  meter: Meter,
): Slot {
  const { facts, source } = receiver;
  const [first = null, otherwise = null] = args;
  const result = `${source}.${name}()`;
  const has = (item: RuleValue) => facts.contains?.some((known) => equals(known, item, meter)) === true;
  if (name === 'get' && args.length === 2) return getOfUnknown(receiver, first, otherwise);
  // The type must be known too, since calling the method on another type is an error.
  if (name === 'keys' && args.length === 0 && facts.type === 'map' && facts.fields !== undefined) {
    return new Unknown(result, { type: 'list', contains: [...facts.fields.keys()] });
  }
  if (name === 'toSet' && args.length === 0 && facts.type === 'list' && facts.contains !== undefined) {
    return new Unknown(result, { type: 'set', contains: facts.contains });
  }
  const isSet = first instanceof RuleSet && facts.type === 'set';
  const candidates = isSet ? first.values() : isList(first) ? first : null;
  if (candidates !== null && (facts.type === 'list' || facts.type === 'set')) {
    if (name === 'hasAny' && candidates.some(has)) return true;
    if (name === 'hasAll' && candidates.every(has)) return true;
  }
  return new Unknown(result);
}

function getOfUnknown(receiver: Unknown, key: RuleValue, otherwise: RuleValue): Slot {
  const names = isList(key) ? key : [key];
  let slot: Slot = receiver;
  for (const name of names) {
    if (typeof name !== 'string') return new Unknown(`${receiver.source}.get()`);
    if (isMap(slot)) slot = slot.get(name) ?? otherwise;
    else if (!(slot instanceof Unknown)) return otherwise;
    else if (slot.facts.fields?.has(name) !== true && !isMap(slot.facts.equal)) {
      return new Unknown(`${slot.source}.${name}`);
    } else slot = memberOfUnknown(slot, name);
    if (slot instanceof Failure) return otherwise;
  }
  return slot;
}
