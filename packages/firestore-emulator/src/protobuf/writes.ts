import type { FieldPath } from '#firestore/model/field-path.ts';
import { formatFieldPath, isNamePath, parseFieldPath } from '#firestore/model/field-path.ts';
import { StatusError } from '#firestore/api/status.ts';
import { checkDocumentName } from '#firestore/model/names.ts';
import { checkLengthAt, checkValueLengths } from '#firestore/model/value-length.ts';
import type { MapValue, Value } from '#firestore/model/value.ts';
import type {
  FieldTransform,
  Precondition,
  UpdateWrite,
  Write,
  WriteResult,
} from '#firestore/model/write.ts';
import { decodeMask } from '#firestore/protobuf/documents.ts';
import { enumName } from '#firestore/protobuf/enum-name.ts';
import type { google } from '#firestore/api/proto.ts';
import {
  decodeFields,
  decodeStoredElements,
  decodeTimestamp,
  decodeValue,
  encodeTimestamp,
  encodeValue,
} from '#firestore/protobuf/values.ts';

/** The web SDKs also send `verify`, which the published protos leave out. */
export interface ProtoWrite extends google.firestore.v1.IWrite {
  readonly verify?: string | null;
}

const SERVER_VALUES = ['SERVER_VALUE_UNSPECIFIED', 'REQUEST_TIME'];

type ProtoTransform = google.firestore.v1.DocumentTransform.IFieldTransform;

/** For one document in a commit. https://firebase.google.com/docs/firestore/quotas#writes_and_transactions */
const MAX_TRANSFORMS = 500;

export function decodeWrites(writes: readonly ProtoWrite[] | null | undefined, database: string): Write[] {
  const decoded = (writes ?? []).map((write) => decodeWrite(write, database));
  checkTransformCounts(decoded);
  return decoded;
}

function checkTransformCounts(writes: readonly Write[]): void {
  const counts = new Map<string, number>();
  for (const write of writes) {
    if (write.kind !== 'update' || write.transforms.length === 0) continue;
    const count = (counts.get(write.name) ?? 0) + write.transforms.length;
    if (count > MAX_TRANSFORMS) {
      throw invalid(`A commit can transform at most ${MAX_TRANSFORMS} fields of a document: ${write.name}`);
    }
    counts.set(write.name, count);
  }
}

function decodeWrite(write: ProtoWrite, database: string): Write {
  const precondition = decodePrecondition(write.currentDocument);
  if (write.update) return decodeUpdate(write, write.update, precondition, database);
  if (write.delete) {
    rejectUpdateOptions(write, 'delete');
    return { kind: 'delete', name: checkDocumentName(write.delete, database), precondition };
  }
  if (write.verify) {
    rejectUpdateOptions(write, 'verify');
    if (precondition === null) throw invalid('a verify must contain a precondition');
    return { kind: 'verify', name: checkDocumentName(write.verify, database), precondition };
  }
  if (write.transform) {
    rejectUpdateOptions(write, 'transform');
    const name = checkDocumentName(write.transform.document, database);
    const transforms = decodeTransforms(write.transform.fieldTransforms);
    if (transforms.length === 0) throw invalid('The list of FieldTransform must not be empty.');
    return { kind: 'update', name, fields: null, mask: null, transforms, precondition };
  }
  throw invalid('A write has no operation.');
}

/** Only an update has a mask and transforms beside its operation. The messages are those of the real service. */
function rejectUpdateOptions(write: ProtoWrite, operation: string): void {
  if (write.updateMask) throw invalid(`a ${operation} must not specify a document mask.`);
  if (write.updateTransforms?.length) throw invalid(`a ${operation} must not specify a update transform.`);
}

function decodeUpdate(
  write: ProtoWrite,
  document: google.firestore.v1.IDocument,
  precondition: Precondition | null,
  database: string,
): UpdateWrite {
  return {
    kind: 'update',
    name: checkDocumentName(document.name, database),
    ...decodeWrittenFields(document.fields, write.updateMask),
    transforms: decodeTransforms(write.updateTransforms),
    precondition,
  };
}

export function decodeWrittenFields(
  protos: google.firestore.v1.IDocument['fields'],
  protoMask: google.firestore.v1.IDocumentMask | null | undefined,
): { readonly fields: MapValue; readonly mask: readonly FieldPath[] | null } {
  const fields = decodeFields(protos);
  const mask = decodeWriteMask(protoMask);
  checkValueLengths(fields, mask);
  return { fields, mask };
}

function decodeWriteMask(
  mask: google.firestore.v1.IDocumentMask | null | undefined,
): readonly FieldPath[] | null {
  const paths = decodeMask(mask);
  if (paths !== null) for (const path of paths) checkWritable(path);
  return paths;
}

/** A filter can name the `__type__` of a map. A write can't. */
function checkWritable(path: FieldPath): void {
  if (path.includes('__type__')) throw invalid('the name __type__ is reserved');
}

export function decodePrecondition(
  precondition: google.firestore.v1.IPrecondition | null | undefined,
): Precondition | null {
  if (!precondition) return null;
  if (precondition.updateTime) {
    return { kind: 'update-time', updateTime: decodeTimestamp(precondition.updateTime) };
  }
  // `exists` belongs to a oneof: it was sent if it is an own property, even if false.
  const exists = Object.hasOwn(precondition, 'exists') ? precondition.exists : null;
  return typeof exists === 'boolean' ? { kind: 'exists', exists } : null;
}

function decodeTransforms(protos: readonly ProtoTransform[] | null | undefined): FieldTransform[] {
  const transforms = (protos ?? []).map(decodeTransform);
  if (transforms.length > 1) checkNestedTransforms(transforms);
  return transforms;
}

function checkNestedTransforms(transforms: readonly FieldTransform[]): void {
  const paths = new Set(transforms.map(({ path }) => formatFieldPath(path)));
  for (const { path } of transforms) {
    for (let length = 1; length < path.length; length += 1) {
      const outer = formatFieldPath(path.slice(0, length));
      if (!paths.has(outer)) continue;
      throw invalid(`Cannot transform property ${outer} and its nested property at the same time.`);
    }
  }
}

function decodeTransform(transform: ProtoTransform): FieldTransform {
  const path = parseFieldPath(transform.fieldPath ?? '');
  if (isNamePath(path)) throw invalid('The document name cannot be transformed: __name__ is reserved.');
  checkWritable(path);
  if (transform.increment) return { path, kind: 'increment', operand: decodeNumber(transform.increment) };
  if (transform.maximum) return { path, kind: 'maximum', operand: decodeNumber(transform.maximum) };
  if (transform.minimum) return { path, kind: 'minimum', operand: decodeNumber(transform.minimum) };
  if (transform.appendMissingElements) {
    const operand = decodeList(transform.appendMissingElements);
    checkLengthAt(path, operand);
    return { path, kind: 'append', operand };
  }
  if (transform.removeAllFromArray) {
    return { path, kind: 'remove', operand: decodeList(transform.removeAllFromArray) };
  }
  if (enumName(transform.setToServerValue, SERVER_VALUES) === 'REQUEST_TIME') {
    return { path, kind: 'server-time' };
  }
  throw invalid(`The transform of "${transform.fieldPath ?? ''}" is not supported.`);
}

function decodeNumber(value: google.firestore.v1.IValue): number | bigint {
  const number = decodeValue(value);
  if (typeof number === 'number' || typeof number === 'bigint') return number;
  throw invalid('The operand of a numeric transform is not a number.');
}

function decodeList(array: google.firestore.v1.IArrayValue): Value[] {
  return decodeStoredElements(array);
}

export function encodeWriteResult({
  updateTime,
  transformResults,
}: WriteResult): google.firestore.v1.IWriteResult {
  return {
    updateTime: updateTime === null ? null : encodeTimestamp(updateTime),
    transformResults: transformResults.map(encodeValue),
  };
}

function invalid(message: string): StatusError {
  return new StatusError('INVALID_ARGUMENT', message);
}
