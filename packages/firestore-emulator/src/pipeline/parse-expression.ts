import { StatusError } from '#firestore/api/status.ts';
import type { google } from '#firestore/api/proto.ts';
import type { Evaluate, Expression, PipelineFunction } from '#firestore/pipeline/expression.ts';
import { arrayFunction, COLLECTIONS, mapFunction } from '#firestore/pipeline/functions/collections.ts';
import { LOGIC } from '#firestore/pipeline/functions/logic.ts';
import { NUMBERS } from '#firestore/pipeline/functions/numbers.ts';
import { OTHERS } from '#firestore/pipeline/functions/others.ts';
import { PATTERNS } from '#firestore/pipeline/functions/patterns.ts';
import { TEXTS } from '#firestore/pipeline/functions/texts.ts';
import { TIMES } from '#firestore/pipeline/functions/times.ts';
import { filterArray, parseLambda, transformArray } from '#firestore/pipeline/lambdas.ts';
import type { ParseContext } from '#firestore/pipeline/parse-context.ts';
import type { Pipeline } from '#firestore/pipeline/pipeline.ts';
import { arraySubquery, scalarSubquery } from '#firestore/pipeline/subquery.ts';
import { parseRowPath } from '#firestore/pipeline/row.ts';
import { decodeValue } from '#firestore/protobuf/values.ts';

type ProtoValue = google.firestore.v1.IValue;

const MAX_DEPTH = 50;
export const FUNCTIONS: ReadonlyMap<string, PipelineFunction> = new Map(
  Object.entries({ ...LOGIC, ...NUMBERS, ...TEXTS, ...PATTERNS, ...COLLECTIONS, ...TIMES, ...OTHERS }),
);

/** Functions whose arguments are not all expressions. */
export const SPECIAL: ReadonlyMap<string, (args: readonly ProtoValue[], context: ParseContext) => Evaluate> =
  new Map([
    ['array_filter', (args, context) => filterArray(parseLambda(args, context, parseExpression))],
    ['array_transform', (args, context) => transformArray(parseLambda(args, context, parseExpression))],
    ['scalar', (args, context) => scalarSubquery(parseSubquery(args, context))],
  ]);

/** Parses an argument of a stage or of a function. Throws INVALID_ARGUMENT for what Firestore would refuse. */
export function parseExpression(proto: ProtoValue | null | undefined, context: ParseContext): Expression {
  if (!proto) throw invalid('An expression is missing.');
  if (context.depth > MAX_DEPTH) throw invalid(`An expression is nested deeper than ${MAX_DEPTH} levels.`);
  const inner = { ...context, depth: context.depth + 1 };
  const parse = (value: ProtoValue): Expression => parseExpression(value, inner);
  // Decoded messages inherit defaults for missing fields. Only own properties were sent.
  if (Object.hasOwn(proto, 'fieldReferenceValue')) {
    return { kind: 'field', path: parseRowPath(proto.fieldReferenceValue ?? '') };
  }
  if (Object.hasOwn(proto, 'variableReferenceValue')) {
    return parseVariable(proto.variableReferenceValue ?? '', context);
  }
  if (proto.functionValue) return parseCall(proto.functionValue, inner);
  if (proto.arrayValue)
    return literal(arrayFunction.evaluate, (proto.arrayValue.values ?? []).map(parse), 'array');
  if (proto.mapValue && !isVector(proto.mapValue)) {
    const entries = Object.entries(proto.mapValue.fields ?? {});
    return literal(
      mapFunction.evaluate,
      entries.flatMap(([key, value]) => [{ kind: 'constant', value: key }, parse(value)]),
    );
  }
  if (proto.pipelineValue) throw invalid('A pipeline is an argument only of the functions array and scalar.');
  return { kind: 'constant', value: decodeValue(proto) };
}

function parseVariable(name: string, { variables }: ParseContext): Expression {
  if (variables.has(name)) return { kind: 'variable', name };
  throw invalid(`Unknown variable: ${name}`);
}

function parseSubquery(args: readonly ProtoValue[], context: ParseContext): Pipeline {
  const [first] = args;
  if (args.length === 1 && first?.pipelineValue) return context.parsePipeline(first.pipelineValue, context);
  throw invalid('A subquery needs one pipeline.');
}

function literal(evaluate: Evaluate, args: readonly Expression[], name = ''): Expression {
  return { kind: 'call', name, evaluate, args };
}

function isVector({ fields }: google.firestore.v1.IMapValue): boolean {
  return fields !== null && fields !== undefined && Object.hasOwn(fields, '__type__');
}

function parseCall({ name, args }: google.firestore.v1.IFunction, context: ParseContext): Expression {
  const given = args ?? [];
  const special = SPECIAL.get(name ?? '');
  if (special !== undefined) return literal(special(given, context), []);
  if (name === 'array' && given[0]?.pipelineValue) {
    return literal(arraySubquery(parseSubquery(given, context)), []);
  }
  const found = FUNCTIONS.get(name ?? '');
  if (found === undefined) throw unsupported(`The function ${name ?? ''}`);
  const { evaluate, least, most } = found;
  if (given.length < least || given.length > most) {
    throw invalid(`The function ${name ?? ''} has ${given.length} arguments.`);
  }
  return {
    kind: 'call',
    name: name ?? '',
    evaluate,
    args: given.map((arg) => parseExpression(arg, context)),
  };
}

function unsupported(subject: string): StatusError {
  return new StatusError('UNIMPLEMENTED', `${subject} is not supported in pipelines by this emulator.`);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
