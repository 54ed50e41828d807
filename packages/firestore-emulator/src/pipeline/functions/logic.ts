import type {
  Evaluate,
  Expression,
  PipelineFunction,
  Result,
  Scope,
} from '#firestore/pipeline/expression.ts';
import { evaluate, evaluationError, isEvaluationError, onResults } from '#firestore/pipeline/expression.ts';
import { arrayOf, stringOf } from '#firestore/pipeline/operands.ts';
import type { StatusError } from '#firestore/api/status.ts';
import { compareValues, typeOf, valuesEqual } from '#firestore/model/value-order.ts';
import type { Value } from '#firestore/model/value.ts';

const MANY = Infinity;

function isTrue(expression: Expression, scope: Scope): boolean | null {
  const result = evaluate(expression, scope);
  if (typeof result === 'boolean') return result;
  if (result === null || result === undefined) return null;
  throw evaluationError('A condition is not a boolean.');
}

/** `decisive` decides the outcome, also if another condition is null or an error. */
function junction(decisive: boolean): Evaluate {
  return (conditions, scope) => {
    let outcome: boolean | null = !decisive;
    let failure: StatusError | null = null;
    for (const condition of conditions) {
      try {
        const value = isTrue(condition, scope);
        if (value === decisive) return decisive;
        if (value === null) outcome = null;
      } catch (error) {
        if (!isEvaluationError(error)) throw error;
        failure ??= error;
      }
    }
    if (failure !== null) throw failure;
    return outcome;
  };
}

function negated(inner: Evaluate): Evaluate {
  return (args, scope) => {
    const value = inner(args, scope);
    return typeof value === 'boolean' ? !value : value;
  };
}

const xor: Evaluate = (conditions, scope) => {
  let outcome = false;
  for (const condition of conditions) {
    const value = isTrue(condition, scope);
    if (value === null) return null;
    outcome = outcome !== value;
  }
  return outcome;
};

const switchOn: Evaluate = (args, scope) => {
  for (let index = 0; index + 1 < args.length; index += 2) {
    const [condition, value] = args.slice(index, index + 2);
    if (condition !== undefined && value !== undefined && isTrue(condition, scope) === true) {
      return evaluate(value, scope);
    }
  }
  const otherwise = args.length % 2 === 1 ? args.at(-1) : undefined;
  if (otherwise === undefined)
    throw evaluationError('all switch cases evaluate to false, and there is no default');
  return evaluate(otherwise, scope);
};

/** The first argument that is accepted, or the last one. */
function firstThat(isAccepted: (result: Result) => boolean): Evaluate {
  return (args, scope) => {
    let result: Result;
    for (const arg of args) {
      result = evaluate(arg, scope);
      if (isAccepted(result)) return result;
    }
    return result;
  };
}

function failureOf(expression: Expression | undefined, scope: Scope): StatusError | null {
  try {
    if (expression !== undefined) evaluate(expression, scope);
    return null;
  } catch (error) {
    if (isEvaluationError(error)) return error;
    throw error;
  }
}

const ifError: Evaluate = ([tried, otherwise], scope) => {
  const next = failureOf(tried, scope) === null ? tried : otherwise;
  return next === undefined ? undefined : evaluate(next, scope);
};

/** A comparison is false for values of different types, and for NaN and absent values. */
function comparison(accepts: (order: number) => boolean): PipelineFunction {
  return onResults(2, 2, (a, b) => {
    if (a === undefined || b === undefined) return false;
    if (typeOf(a) !== typeOf(b) || Number.isNaN(a) || Number.isNaN(b)) return false;
    return accepts(compareValues(a, b));
  });
}

export function equalResults(a: Result, b: Result): boolean {
  return a !== undefined && b !== undefined && valuesEqual(a, b);
}

export function isIn(value: Result, list: readonly Value[]): boolean {
  return list.some((item) => equalResults(value, item));
}

function equalAny(expected: boolean): PipelineFunction {
  return onResults(2, 2, (value, list) => isIn(value, arrayOf(list)) === expected);
}

/** The greatest or smallest of several values. Ignores null and absent values. */
export function extreme(values: readonly Result[], sign: 1 | -1): Value {
  let best: Value = null;
  for (const value of values) {
    if (value === undefined || value === null) continue;
    if (best === null || sign * compareValues(value, best) > 0) best = value;
  }
  return best;
}

export const LOGIC: Readonly<Record<string, PipelineFunction>> = {
  and: { least: 1, most: MANY, evaluate: junction(false) },
  or: { least: 1, most: MANY, evaluate: junction(true) },
  nor: { least: 1, most: MANY, evaluate: negated(junction(true)) },
  not: { least: 1, most: 1, evaluate: negated(junction(true)) },
  xor: { least: 1, most: MANY, evaluate: xor },
  conditional: { least: 3, most: 3, evaluate: switchOn },
  switch_on: { least: 2, most: MANY, evaluate: switchOn },
  coalesce: {
    least: 1,
    most: MANY,
    evaluate: firstThat((result) => result !== null && result !== undefined),
  },
  if_null: { least: 2, most: 2, evaluate: firstThat((result) => result !== null && result !== undefined) },
  if_absent: { least: 2, most: 2, evaluate: firstThat((result) => result !== undefined) },
  if_error: { least: 2, most: 2, evaluate: ifError },
  is_error: { least: 1, most: 1, evaluate: ([tried], scope) => failureOf(tried, scope) !== null },
  error: onResults(1, 1, (message) => {
    throw evaluationError(stringOf(message));
  }),
  exists: onResults(1, 1, (value) => value !== undefined),
  is_absent: onResults(1, 1, (value) => value === undefined),
  equal: onResults(2, 2, (a, b) => equalResults(a, b)),
  not_equal: onResults(2, 2, (a, b) => !equalResults(a, b)),
  less_than: comparison((order) => order < 0),
  less_than_or_equal: comparison((order) => order <= 0),
  greater_than: comparison((order) => order > 0),
  greater_than_or_equal: comparison((order) => order >= 0),
  // It orders values as the stage sort does, where an absent value counts as null.
  cmp: onResults(2, 2, (a, b) => BigInt(Math.sign(compareValues(a ?? null, b ?? null)))),
  equal_any: equalAny(true),
  not_equal_any: equalAny(false),
};
