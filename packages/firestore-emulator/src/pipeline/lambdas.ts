import type { google } from '#firestore/api/proto.ts';
import type { Evaluate, Expression, Result, Scope } from '#firestore/pipeline/expression.ts';
import { evaluate } from '#firestore/pipeline/expression.ts';
import { arrayOf } from '#firestore/pipeline/operands.ts';
import type { ParseContext } from '#firestore/pipeline/parse-context.ts';
import { withVariables } from '#firestore/pipeline/parse-context.ts';
import type { Value } from '#firestore/model/value.ts';

type ProtoValue = google.firestore.v1.IValue;
type Parse = (proto: ProtoValue | null | undefined, context: ParseContext) => Expression;

/** Parses `array_filter(array, name, condition)` and `array_transform(array, name, [indexName,] expression)`. */
export function parseLambda(args: readonly ProtoValue[], context: ParseContext, parse: Parse): Lambda {
  const names = args.slice(1, -1).map(({ stringValue }) => stringValue ?? '');
  return {
    names,
    array: parse(args[0], context),
    body: parse(args.at(-1), withVariables(context, names)),
  };
}

interface Lambda {
  /** The variables of the element and of its index. */
  readonly names: readonly string[];
  readonly array: Expression;
  readonly body: Expression;
}

export function filterArray(lambda: Lambda): Evaluate {
  return onElements(lambda, (elements, results) =>
    elements.filter((_element, index) => results[index] === true),
  );
}

export function transformArray(lambda: Lambda): Evaluate {
  return onElements(lambda, (_elements, results) => results.map((result) => result ?? null));
}

function onElements(
  { array, body, names }: Lambda,
  apply: (elements: readonly Value[], results: readonly Result[]) => Value,
): Evaluate {
  const [name = '', indexName] = names;
  return (_args, scope) => {
    const value = evaluate(array, scope);
    if (value === null || value === undefined) return null;
    const elements = arrayOf(value);
    const results = elements.map((element, index) => {
      const variables = new Map(scope.row.variables).set(name, element);
      if (indexName !== undefined) variables.set(indexName, BigInt(index));
      const inner: Scope = { ...scope, row: { ...scope.row, variables } };
      return evaluate(body, inner);
    });
    return apply(elements, results);
  };
}
