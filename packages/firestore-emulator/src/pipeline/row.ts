import type { Document } from '#firestore/model/document.ts';
import type { FieldPath } from '#firestore/model/field-path.ts';
import { fieldAt, isReserved, NAME_FIELD, parseFieldPath } from '#firestore/model/field-path.ts';
import type { MapValue, Timestamp, Value } from '#firestore/model/value.ts';
import { Reference } from '#firestore/model/value.ts';

/** A document between two stages of a pipeline. Only a stored document has a name and times. */
export interface Row {
  readonly fields: MapValue;
  readonly name: string | null;
  readonly createTime: Timestamp | null;
  readonly updateTime: Timestamp | null;
  /** The variables that the stage `let` has defined. */
  readonly variables: MapValue;
}

const NO_VARIABLES: MapValue = new Map();
const CREATE_TIME = '__create_time__';
const UPDATE_TIME = '__update_time__';

export function rowOf({ fields, name, createTime, updateTime }: Document): Row {
  return { fields, name, createTime, updateTime, variables: NO_VARIABLES };
}

/**
 * A row with only these fields. The reserved names set the document's name and times. They are lost unless a stage
 * selects them: https://cloud.google.com/firestore/docs/reference/rpc/google.firestore.v1#executepipelineresponse
 */
export function rowOfFields(values: MapValue, variables = NO_VARIABLES): Row {
  const name = values.get(NAME_FIELD);
  const times = { createTime: null, updateTime: null };
  if (!(name instanceof Reference)) return { ...times, fields: values, name: null, variables };
  const fields = new Map(values);
  fields.delete(NAME_FIELD);
  return { ...times, fields, name: name.name, variables };
}

/** The path that an alias sets. SDKs also send aliases that are no valid paths: these are names. */
export function parseAlias(alias: string): FieldPath {
  try {
    return parseRowPath(alias);
  } catch {
    return [alias];
  }
}

/** Like parseFieldPath, but allows the reserved names of a row. */
export function parseRowPath(text: string): FieldPath {
  return /^\w+$/u.test(text) && isReserved(text) ? [text] : parseFieldPath(text);
}

export function valueAt(row: Row, path: FieldPath): Value | undefined {
  const [first] = path;
  if (path.length === 1) {
    if (first === NAME_FIELD) return row.name === null ? undefined : new Reference(row.name);
    if (first === CREATE_TIME) return row.createTime ?? undefined;
    if (first === UPDATE_TIME) return row.updateTime ?? undefined;
  }
  return fieldAt(row.fields, path);
}
