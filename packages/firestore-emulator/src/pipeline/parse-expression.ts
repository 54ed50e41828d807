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
import { parseRowPath } from '#firestore/pipeline/row.ts';
import { decodeValue } from '#firestore/protobuf/values.ts';

type ProtoValue = google.firestore.v1.IValue;

const MAX_DEPTH = 50;
export const FUNCTIONS: ReadonlyMap<string, PipelineFunction> = new Map(
  Object.entries({ ...LOGIC, ...NUMBERS, ...TEXTS, ...PATTERNS, ...COLLECTIONS, ...TIMES, ...OTHERS }),
);

/** Parses an argument of a stage or of a function. Throws INVALID_ARGUMENT for what Firestore would refuse. */
export function parseExpression(proto: ProtoValue | null | undefined, depth = 0): Expression {
  if (!proto) throw invalid('An expression is missing.');
  if (depth > MAX_DEPTH) throw invalid(`An expression is nested deeper than ${MAX_DEPTH} levels.`);
  const parse = (inner: ProtoValue): Expression => parseExpression(inner, depth + 1);
  // Decoded messages inherit defaults for missing fields. Only own properties were sent.
  if (Object.hasOwn(proto, 'fieldReferenceValue')) {
    return { kind: 'field', path: parseRowPath(proto.fieldReferenceValue ?? '') };
  }
  if (proto.functionValue) return parseCall(proto.functionValue, parse);
  if (proto.arrayValue) return literal(arrayFunction.evaluate, (proto.arrayValue.values ?? []).map(parse));
  if (proto.mapValue && !isVector(proto.mapValue)) {
    const entries = Object.entries(proto.mapValue.fields ?? {});
    return literal(
      mapFunction.evaluate,
      entries.flatMap(([key, value]) => [{ kind: 'constant', value: key }, parse(value)]),
    );
  }
  if (proto.pipelineValue) throw unsupported('A pipeline in an expression');
  if (Object.hasOwn(proto, 'variableReferenceValue')) throw unsupported('A variable');
  return { kind: 'constant', value: decodeValue(proto) };
}

function literal(evaluate: Evaluate, args: readonly Expression[]): Expression {
  return { kind: 'call', evaluate, args };
}

function isVector({ fields }: google.firestore.v1.IMapValue): boolean {
  return fields !== null && fields !== undefined && Object.hasOwn(fields, '__type__');
}

function parseCall(
  { name, args }: google.firestore.v1.IFunction,
  parse: (inner: ProtoValue) => Expression,
): Expression {
  const found = FUNCTIONS.get(name ?? '');
  if (found === undefined) throw unsupported(`The function ${name ?? ''}`);
  const { evaluate, least, most } = found;
  const given = args?.length ?? 0;
  if (given < least || given > most) throw invalid(`The function ${name ?? ''} has ${given} arguments.`);
  return { kind: 'call', evaluate, args: (args ?? []).map(parse) };
}

function unsupported(subject: string): StatusError {
  return new StatusError('UNIMPLEMENTED', `${subject} is not supported in pipelines by this emulator.`);
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
