import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt, isNamePath, parseFieldPath, withField } from '#firestore/model/field-path.ts';
import type { Document } from '#firestore/model/document.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import type { google } from '#firestore/api/proto.ts';
import { encodeFields, encodeTimestamp } from '#firestore/protobuf/values.ts';

/** Encodes a document for a client. With a mask, only the named fields; a mask of only `__name__` gives none. */
export function encodeDocument(
  { name, fields, createTime, updateTime }: Document,
  mask: readonly FieldPath[] | null = null,
): google.firestore.v1.IDocument {
  return {
    name,
    fields: encodeFields(mask === null ? fields : masked(fields, mask)),
    createTime: encodeTimestamp(createTime),
    updateTime: encodeTimestamp(updateTime),
  };
}

/** Null if the request has no mask. An empty mask means something else: no fields. */
export function decodeMask(
  mask: google.firestore.v1.IDocumentMask | null | undefined,
): readonly FieldPath[] | null {
  return mask ? (mask.fieldPaths ?? []).map(parseFieldPath) : null;
}

function masked(fields: MapValue, mask: readonly FieldPath[]): MapValue {
  let result: MapValue = new Map<string, Value>();
  for (const path of mask) {
    if (isNamePath(path)) continue;
    const value = fieldAt(fields, path);
    if (value !== undefined) result = withField(result, path, value);
  }
  return result;
}
