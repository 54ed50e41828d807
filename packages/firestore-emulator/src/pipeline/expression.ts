import { StatusError } from '#firestore/api/status.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import type { Timestamp, Value } from '#firestore/model/value.ts';
import type { Row } from '#firestore/pipeline/row.ts';
import { valueAt } from '#firestore/pipeline/row.ts';
import type { Source } from '#firestore/pipeline/source.ts';
import type { Meter } from '#firestore/rules/limits/meter.ts';

export type Expression =
  | { readonly kind: 'constant'; readonly value: Value }
  | { readonly kind: 'field'; readonly path: FieldPath }
  | { readonly kind: 'variable'; readonly name: string }
  | CallExpression;

export interface CallExpression {
  readonly kind: 'call';
  /** Empty for a map and for a subquery. */
  readonly name: string;
  readonly evaluate: Evaluate;
  readonly args: readonly Expression[];
}

/** The result of an expression. Undefined if it is absent, such as a missing field. */
export type Result = Value | undefined;

export interface Environment {
  /** The time of the request. */
  readonly now: Timestamp;
  /** Limits the work of the request. */
  readonly meter: Meter;
  /** Reads the source of a subquery, for a row of the outer pipeline. */
  read(source: Source, outer: Row): readonly Row[];
}

export interface Scope {
  readonly row: Row;
  readonly environment: Environment;
}

export type Evaluate = (args: readonly Expression[], scope: Scope) => Result;

/** A function of pipelines. It gets its arguments unevaluated, because some functions skip or catch them. */
export interface PipelineFunction {
  readonly least: number;
  readonly most: number;
  readonly evaluate: Evaluate;
}

/** Throws INVALID_ARGUMENT if the value is an error, such as a division by zero. */
export function evaluate(expression: Expression, scope: Scope): Result {
  switch (expression.kind) {
    case 'constant':
      return expression.value;
    case 'field':
      return valueAt(scope.row, expression.path);
    case 'variable':
      return scope.row.variables.get(expression.name);
    case 'call':
      return expression.evaluate(expression.args, scope);
  }
}

/** A function of values that may be absent. */
export function onResults(
  least: number,
  most: number,
  apply: (...values: readonly Result[]) => Result,
): PipelineFunction {
  return {
    least,
    most,
    evaluate: (args, scope) => apply(...args.map((arg) => evaluate(arg, scope))),
  };
}

/** A function of values. It is null if one of its arguments is null or absent. */
export function onValues(
  least: number,
  most: number,
  apply: (...values: readonly Value[]) => Result,
): PipelineFunction {
  return onResults(least, most, (...results) => {
    const values: Value[] = [];
    for (const result of results) {
      if (result === null || result === undefined) return null;
      values.push(result);
    }
    return apply(...values);
  });
}

export function evaluationError(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}

/** Only these errors match no document in `where`, and only these `is_error` finds. Others fail the pipeline. */
export function isEvaluationError(error: unknown): error is StatusError {
  return error instanceof StatusError && error.status === 'INVALID_ARGUMENT';
}
