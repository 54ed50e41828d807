import { StatusError } from '#firestore/api/status.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { withField } from '#firestore/model/field-path.ts';
import { compareValues, isArray } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import { parseAccumulator } from '#firestore/pipeline/aggregates.ts';
import type { Selection, StageArguments } from '#firestore/pipeline/arguments.ts';
import type { Environment, Expression, Scope } from '#firestore/pipeline/expression.ts';
import { evaluate, evaluationError, isEvaluationError } from '#firestore/pipeline/expression.ts';
import { parseExpression } from '#firestore/pipeline/parse-expression.ts';
import type { Transform } from '#firestore/pipeline/pipeline.ts';
import type { Row } from '#firestore/pipeline/row.ts';
import { parseAlias, rowOfFields } from '#firestore/pipeline/row.ts';

type Run = Transform['run'];
type ParseStage = (args: StageArguments) => Run;

function withSelections(fields: MapValue, selections: readonly Selection[], scope: Scope): MapValue {
  let result = fields;
  for (const { path, expression } of selections) {
    result = withField(result, path, evaluate(expression, scope));
  }
  return result;
}

const select: ParseStage = (args) => {
  const selections = args.selections(0);
  return (rows, environment) =>
    rows.map((row) =>
      rowOfFields(withSelections(new Map(), selections, { row, environment }), row.variables),
    );
};

const addFields: ParseStage = (args) => {
  const added = args.selections(0);
  return (rows, environment) =>
    rows.map((row) => ({ ...row, fields: withSelections(row.fields, added, { row, environment }) }));
};

const define: ParseStage = (args) => {
  const defined = args.entries(0).map(([name, proto]) => ({
    name,
    expression: parseExpression(proto, args.context),
  }));
  return (rows, environment) =>
    rows.map((row) => {
      const variables = new Map(row.variables);
      for (const { name, expression } of defined) {
        const value = evaluate(expression, { row, environment });
        if (value === undefined) variables.delete(name);
        else variables.set(name, value);
      }
      return { ...row, variables };
    });
};

const removeFields: ParseStage = (args) => {
  const paths = args.all().map((proto) => args.field(proto));
  return (rows) =>
    rows.map((row) => ({
      ...row,
      fields: paths.reduce((fields, path) => withField(fields, path, undefined), row.fields),
    }));
};

const where: ParseStage = (args) => {
  const condition = args.expression(0);
  return (rows, environment) => rows.filter((row) => isMatch(condition, { row, environment }));
};

/** A condition that is an error matches no document. */
function isMatch(condition: Expression, scope: Scope): boolean {
  try {
    return evaluate(condition, scope) === true;
  } catch (error) {
    if (isEvaluationError(error)) return false;
    throw error;
  }
}

const sort: ParseStage = (args) => {
  const orders = args.all().map((proto) => {
    const { direction, expression } = proto.mapValue?.fields ?? {};
    const name = direction === undefined ? 'ascending' : args.text(direction);
    if (name !== 'ascending' && name !== 'descending') throw invalid(`The direction ${name} is unknown.`);
    return { expression: parseExpression(expression, args.context), sign: name === 'ascending' ? 1 : -1 };
  });
  if (orders.length === 0) throw invalid('The stage sort needs an order.');
  return (rows, environment) => {
    const keyed = rows.map((row) => ({
      row,
      keys: orders.map(({ expression }) => evaluate(expression, { row, environment })),
    }));
    keyed.sort((a, b) => {
      for (const [index, { sign }] of orders.entries()) {
        // An absent value sorts as null.
        const order = compareValues(a.keys[index] ?? null, b.keys[index] ?? null);
        if (order !== 0) return sign * order;
      }
      return 0;
    });
    return keyed.map(({ row }) => row);
  };
};

interface Group {
  readonly keys: readonly Value[];
  readonly rows: Scope[];
}

/** Groups rows by the values of expressions. An absent value counts as null. */
function groupRows(
  rows: readonly Row[],
  expressions: readonly Expression[],
  environment: Environment,
): Group[] {
  const sorted = rows
    .map((row) => ({ row, environment }))
    .map((scope) => ({
      scope,
      keys: expressions.map((expression) => evaluate(expression, scope) ?? null),
    }))
    .sort((a, b) => compareValues(a.keys, b.keys));
  const groups: Group[] = [];
  for (const { scope, keys } of sorted) {
    const last = groups.at(-1);
    if (last !== undefined && compareValues(last.keys, keys) === 0) last.rows.push(scope);
    else groups.push({ keys, rows: [scope] });
  }
  return groups;
}

function keysOf(groups: readonly Selection[], { keys }: Group): (readonly [FieldPath, Value])[] {
  return groups.map(({ path }, index) => [path, keys[index] ?? null]);
}

function fieldsOf(entries: readonly (readonly [FieldPath, Value])[]): MapValue {
  return entries.reduce<MapValue>((fields, [path, value]) => withField(fields, path, value), new Map());
}

const aggregate: ParseStage = (args) => {
  const accumulators = args
    .entries(0)
    .map(([alias, value]) => [parseAlias(alias), parseAccumulator(value, args.context)] as const);
  if (accumulators.length === 0) throw invalid('The stage aggregate needs an aggregate function.');
  const groups = args.has(1) ? args.selections(1) : [];
  const expressions = groups.map(({ expression }) => expression);
  return (rows, environment) => {
    const found =
      groups.length === 0 ? [{ keys: [], rows: rows.map((row) => ({ row, environment })) }] : null;
    return (found ?? groupRows(rows, expressions, environment)).map((group) => {
      const results = accumulators.map(([path, accumulate]) => [path, accumulate(group.rows)] as const);
      return rowOfFields(fieldsOf([...keysOf(groups, group), ...results]));
    });
  };
};

const distinct: ParseStage = (args) => {
  const groups = args.selections(0);
  const expressions = groups.map(({ expression }) => expression);
  return (rows, environment) =>
    groupRows(rows, expressions, environment).map((group) => rowOfFields(fieldsOf(keysOf(groups, group))));
};

const sample: ParseStage = (args) => {
  const mode = args.text(args.at(1));
  if (mode === 'percent') {
    const rate = args.number(args.at(0));
    return (rows) => rows.filter(() => Math.random() < rate);
  }
  if (mode !== 'documents') throw invalid(`The mode ${mode} of sample is unknown.`);
  const size = args.count(args.at(0));
  return (rows) =>
    rows
      .map((row) => ({ row, rank: Math.random() }))
      .sort((a, b) => a.rank - b.rank)
      .slice(0, size)
      .map(({ row }) => row);
};

const unnest: ParseStage = (args) => {
  const expression = args.expression(0);
  const path = args.path(args.at(1));
  const option = args.option('index_field');
  const indexPath = option === null ? null : args.path(option);
  const withIndex = (fields: MapValue, index: Value): MapValue =>
    indexPath === null ? fields : withField(fields, indexPath, index);
  return (rows, environment) =>
    rows.flatMap((row) => {
      const value = evaluate(expression, { row, environment });
      // A value that is no array leaves the row as it is, without an index.
      if (value === undefined || !isArray(value)) return [{ ...row, fields: withIndex(row.fields, null) }];
      return value.map((item, index) => ({
        ...row,
        fields: withIndex(withField(row.fields, path, item), BigInt(index)),
      }));
    });
};

const MODES = new Set(['full_replace', 'merge_overwrite_existing', 'merge_keep_existing']);

const replaceWith: ParseStage = (args) => {
  const expression = args.expression(0);
  const mode = args.has(1) ? args.text(args.at(1)) : 'full_replace';
  if (!MODES.has(mode)) throw invalid(`The mode ${mode} of replace_with is unknown.`);
  return (rows, environment) =>
    rows.map((row) => {
      const map = evaluate(expression, { row, environment });
      if (!(map instanceof Map)) throw evaluationError('The value of replace_with is not a map.');
      if (mode === 'full_replace') return { ...row, fields: map };
      const [lower, upper] = mode === 'merge_keep_existing' ? [map, row.fields] : [row.fields, map];
      return { ...row, fields: new Map([...lower, ...upper]) };
    });
};

const limit: ParseStage = (args) => {
  const count = args.count(args.at(0));
  return (rows) => rows.slice(0, count);
};

const offset: ParseStage = (args) => {
  const count = args.count(args.at(0));
  return (rows) => rows.slice(count);
};

/** The stages that transform rows, except find_nearest. */
export const TRANSFORMS: ReadonlyMap<string, ParseStage> = new Map(
  Object.entries({
    select,
    let: define,
    where,
    sort,
    aggregate,
    distinct,
    sample,
    unnest,
    limit,
    offset,
    add_fields: addFields,
    remove_fields: removeFields,
    replace_with: replaceWith,
  }),
);

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
