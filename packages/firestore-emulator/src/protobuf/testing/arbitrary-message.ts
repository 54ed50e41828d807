import * as fc from 'fast-check';
import protobuf from 'protobufjs/light.js';

const ROOT = 'projects/p/databases/(default)/documents';

/** Texts with a special meaning in some parser, and random texts. */
export const specialText = fc.oneof(
  fc.constantFrom('c', ROOT, `${ROOT}/c/a`, `${ROOT}/c`, 'projects/p/databases/(default)', 'a.b', '`a`', '*'),
  fc.constantFrom(
    '',
    '__name__',
    '__x__',
    '..',
    '/',
    'NaN',
    '-0',
    '2024-01-01T00:00:00Z',
    '\u0000',
    '😀',
    '`',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

const whole = fc.oneof(fc.constantFrom(0, 1, -1, 2, 5, 2 ** 31 - 1, -(2 ** 31)), fc.integer());

/** Names of documents and collections, most of them valid, so that requests pass the first checks. */
const PLACES: Readonly<Record<string, string>> = {
  database: 'projects/p/databases/(default)',
  parent: ROOT,
  collectionId: 'c',
};

/** Requests of a type. Most of them name a valid parent or document. */
export function arbitraryRequest(type: protobuf.Type): fc.Arbitrary<Record<string, unknown>> {
  const places = Object.entries(PLACES).filter(([name]) => Object.hasOwn(type.fields, name));
  return fc
    .tuple(arbitraryMessage(type), fc.integer({ min: 0, max: 3 }))
    .map(([message, dice]) => (dice === 0 ? message : { ...message, ...Object.fromEntries(places) }));
}

/** Messages whose fields have the right types, but not always a valid combination of values. */
function arbitraryMessage(type: protobuf.Type, depth = 5): fc.Arbitrary<Record<string, unknown>> {
  const fields = type.fieldsArray.filter(
    ({ resolvedType }) => depth > 0 || !(resolvedType instanceof protobuf.Type),
  );
  return fc
    .subarray(fields, { maxLength: Math.min(depth > 3 ? 5 : 2, fields.length) })
    .chain((chosen) =>
      fc.record(Object.fromEntries(chosen.map((field) => [field.name, arbitraryField(field, depth)]))),
    );
}

function arbitraryField(field: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  const value = arbitraryValue(field, depth);
  if (field.repeated) return fc.array(value, { maxLength: 2 });
  return field.map ? fc.dictionary(specialText, value, { maxKeys: 2 }) : value;
}

function arbitraryValue({ resolvedType, type }: protobuf.Field, depth: number): fc.Arbitrary<unknown> {
  if (resolvedType instanceof protobuf.Type) return arbitraryMessage(resolvedType, depth - 1);
  if (resolvedType !== null) return fc.constantFrom(...Object.values(resolvedType.values), 99);
  switch (type) {
    case 'string':
      return specialText;
    case 'bool':
      return fc.boolean();
    case 'bytes':
      return fc.uint8Array({ maxLength: 20 });
    case 'double':
      return fc.double();
    default:
      return whole;
  }
}
