import { Timestamp } from '#firestore/model/value.ts';
import type { BinaryOperator } from '#firestore/rules/ast.ts';
import { bounded } from '#firestore/rules/builtins/builtin.ts';
import { int64 } from '#firestore/rules/builtins/numbers.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';
import { Failure, Unknown, isValue } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import {
  compareUnknown,
  equalsUnknown,
  satisfies,
  isIn,
  isInUnknown,
  isRelation,
} from '#firestore/rules/unknowns.ts';
import { Duration, nanosOf, timestampOf } from '#firestore/rules/values/duration.ts';
import { equals, isNumber, order } from '#firestore/rules/values/equality.ts';
import { typeOf } from '#firestore/rules/values/rule-value.ts';
import type { RuleValue } from '#firestore/rules/values/rule-value.ts';

type Arithmetic = '+' | '-' | '*' | '/' | '%';

export function binary(operator: BinaryOperator, left: Slot, right: Slot, meter: Meter): Slot {
  if (left instanceof Failure) return left;
  if (right instanceof Failure) return right;
  if (isValue(left) && isValue(right)) return evaluateValues(operator, left, right, meter);
  return (
    outcomeByFacts(operator, left, right, meter) ??
    (left instanceof Unknown ? new Unknown(left.source) : unknownLike(right))
  );
}

function unknownLike(slot: Slot): Unknown {
  return new Unknown(slot instanceof Unknown ? slot.source : '');
}

function outcomeByFacts(operator: BinaryOperator, left: Slot, right: Slot, meter: Meter): boolean | null {
  if (operator === 'in') return isInUnknown(left, right, meter);
  if (isRelation(operator)) return compareUnknown(operator, left, right);
  if (operator !== '==' && operator !== '!=') return null;
  const equal =
    left instanceof Unknown
      ? equalsUnknown(left, right, meter)
      : right instanceof Unknown
        ? equalsUnknown(right, left, meter)
        : null;
  return equal === null ? null : equal === (operator === '==');
}

/** The engine compares texts by machine word at best, and by character at worst. */
const CHARACTERS_PER_STEP = 8;

function evaluateValues(
  operator: BinaryOperator,
  left: RuleValue,
  right: RuleValue,
  meter: Meter,
): RuleValue | Failure {
  if (typeof left === 'string' && typeof right === 'string') {
    meter.work(Math.min(left.length, right.length) / CHARACTERS_PER_STEP);
  }
  switch (operator) {
    case '==':
      return equals(left, right, meter);
    case '!=':
      return !equals(left, right, meter);
    case 'in':
      return isIn(left, right, meter) ?? unsupported(operator, left, right);
    case '<':
    case '<=':
    case '>':
    case '>=': {
      const difference = order(left, right);
      return difference === null ? unsupported(operator, left, right) : satisfies(operator, difference);
    }
    default:
      return arithmetic(operator, left, right, meter) ?? unsupported(operator, left, right);
  }
}

function unsupported(operator: BinaryOperator, left: RuleValue, right: RuleValue): Failure {
  if (left === null || right === null) return new Failure('Null value error.');
  return new Failure(`Unsupported operation error. Received: ${typeOf(left)} ${operator} ${typeOf(right)}.`);
}

/** Returns null if the operator doesn't support these operand types. */
function arithmetic(
  operator: Arithmetic,
  left: RuleValue,
  right: RuleValue,
  meter: Meter,
): RuleValue | Failure | null {
  if (typeof left === 'bigint' && typeof right === 'bigint') return computeInts(operator, left, right);
  if (isNumber(left) && isNumber(right)) return computeFloats(operator, Number(left), Number(right));
  if (typeof left === 'string' && typeof right === 'string' && operator === '+') {
    meter.work(left.length + right.length);
    return bounded(left.length + right.length) ?? left + right;
  }
  return operator === '+' || operator === '-' ? computeTimes(operator, left, right) : null;
}

function computeInts(operator: Arithmetic, left: bigint, right: bigint): bigint | Failure {
  switch (operator) {
    case '+':
      return int64(left + right);
    case '-':
      return int64(left - right);
    case '*':
      return int64(left * right);
    case '/':
      return right === 0n ? new Failure('Division by zero.') : int64(left / right);
    case '%':
      return right === 0n ? new Failure('Division by zero.') : left % right;
  }
}

function computeFloats(operator: Arithmetic, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
  }
}

function computeTimes(operator: '+' | '-', left: RuleValue, right: RuleValue): RuleValue | Failure | null {
  const outOfRange = new Failure('The time is out of range.');
  const sign = operator === '+' ? 1n : -1n;
  if (right instanceof Duration) {
    if (left instanceof Duration) return Duration.of(left.nanos + sign * right.nanos) ?? outOfRange;
    if (left instanceof Timestamp) return timestampOf(nanosOf(left) + sign * right.nanos) ?? outOfRange;
    return null;
  }
  if (!(right instanceof Timestamp)) return null;
  if (operator === '+' && left instanceof Duration) {
    return timestampOf(left.nanos + nanosOf(right)) ?? outOfRange;
  }
  const isDifference = operator === '-' && left instanceof Timestamp;
  return isDifference ? (Duration.of(nanosOf(left) - nanosOf(right)) ?? outOfRange) : null;
}

export function negate(operator: '!' | '-', operand: Slot): Slot {
  if (operand instanceof Failure) return operand;
  if (operand instanceof Unknown) return new Unknown(operand.source);
  if (operator === '!' && typeof operand === 'boolean') return !operand;
  if (operator === '-' && typeof operand === 'bigint') return int64(-operand);
  if (operator === '-' && typeof operand === 'number') return -operand;
  if (operator === '-' && operand instanceof Duration) return new Duration(-operand.nanos);
  return new Failure(`Unsupported operation error. Received: ${operator}${typeOf(operand)}.`);
}
