import { StatusError } from '#firestore/api/status.ts';
import { fieldAt } from '#firestore/model/field-path.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { isArray } from '#firestore/model/value-order.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';

/** 1 MiB less 89 bytes. https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields */
const MAX_VALUE_BYTES = 1_048_487;
const MAX_BYTES_PER_UNIT = 3;

/** Checks the strings and bytes of the fields that a write stores: those of its mask, or all. */
export function checkValueLengths(fields: MapValue, mask: readonly FieldPath[] | null): void {
  if (mask === null) for (const [property, value] of fields) check(property, value, false);
  else for (const path of mask) checkLengthAt(path, fieldAt(fields, path) ?? null);
}

export function checkLengthAt(path: FieldPath, value: Value): void {
  check(path[0] ?? '', value, path.length > 1);
}

/** The messages are those of Google's emulator, which names only the outermost field. */
function check(property: string, value: Value, isNested: boolean): void {
  if (value instanceof Map) {
    for (const inner of value.values()) check(property, inner, true);
  } else if (isArray(value)) {
    for (const element of value) check(property, element, isNested);
  } else if (isTooLong(value)) {
    throw new StatusError(
      'INVALID_ARGUMENT',
      isNested
        ? `Property ${property} contains an invalid nested entity.`
        : `The value of property "${property}" is longer than ${MAX_VALUE_BYTES} bytes.`,
    );
  }
}

function isTooLong(value: Value): boolean {
  if (value instanceof Uint8Array) return value.length > MAX_VALUE_BYTES;
  if (typeof value !== 'string' || value.length * MAX_BYTES_PER_UNIT <= MAX_VALUE_BYTES) return false;
  return Buffer.byteLength(value) > MAX_VALUE_BYTES;
}
