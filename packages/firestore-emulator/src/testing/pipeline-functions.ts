import { Timestamp } from '#firestore/model/value.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import type { Expression, Result } from '#firestore/pipeline/expression.ts';
import { evaluate } from '#firestore/pipeline/expression.ts';
import { FUNCTIONS } from '#firestore/pipeline/parse-expression.ts';
import { WorkMeter } from '#firestore/pipeline/work-meter.ts';

/** An absent value. */
export const ABSENT: Expression = { kind: 'field', path: ['absent'] };

/** Calls a function of pipelines with constants or expressions. */
export function call(name: string, ...args: readonly (Value | Expression)[]): Expression {
  const found = FUNCTIONS.get(name);
  if (found === undefined) throw new Error(`There is no function ${name}.`);
  return { kind: 'call', name, evaluate: found.evaluate, args: args.map(expressionOf) };
}

function expressionOf(arg: Value | Expression): Expression {
  return typeof arg === 'object' && arg !== null && 'kind' in arg ? arg : { kind: 'constant', value: arg };
}

/** The result of an expression for a document without fields. */
export function resultOf(expression: Expression, meter = new WorkMeter()): Result {
  const none: MapValue = new Map();
  const row = { fields: none, name: null, createTime: null, updateTime: null, variables: none };
  const environment = { now: new Timestamp(0, 0), meter, read: () => [] };
  return evaluate(expression, { row, environment });
}
