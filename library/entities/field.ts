import * as z from 'zod/mini';

import {
  idSchema,
  objectKindSchema,
  parentFolderId,
  statusField,
  statusSchema,
  type Status,
} from './fields.ts';
import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from './limits.ts';
import type { ObjectKind } from './collections.ts';

/**
 * A field of an entity. Answers, stored documents, records, rows, edits and guards derive from it, so a field in the entity's
 * table is in all of them.
 */
export interface Field<
  Schema extends z.ZodMiniType = z.ZodMiniType,
  Value = unknown,
  Edit extends z.ZodMiniType | null = z.ZodMiniType | null,
  Before extends z.ZodMiniType | null = z.ZodMiniType | null,
> {
  /** The schema of the value in answers and stored documents. */
  readonly schema: Schema;
  /** The value in a new record, and in a row or document that lacks the field. */
  readonly missing: Value;
  /** Whether a row may have this value. */
  readonly isValue: (value: unknown) => boolean;
  /** The schema of a value that a user sets. Null if the field can't be edited, or has its own kind of change. */
  readonly edit: Edit;
  /** The schema of the value in a guard, which a change replaces. Null if only the server sets the field. */
  readonly before: Before;
  /** Whether the value is the key of an image. An image that no document references is deleted. */
  readonly isImage?: true;
}

export type Fields = Readonly<Record<string, Field>>;

const EARLIER_TEXT = z.string('if must hold the earlier values of fields.');

/** An ISO date string in JSON, a Date in code. */
export const dateSchema = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

/** A field of an entity's key. It is always present. */
export const id = { ...serverField(idSchema, 0, isNumber) };
export const objectKind = serverField<typeof objectKindSchema, ObjectKind>(
  objectKindSchema,
  'link',
  (value) => value === 'link' || value === 'folder',
);

/** A text that only the server sets. */
export const serverText = serverField(z.string(), '', isText);

/** A text that a user edits. */
export function editedText<Edit extends z.ZodMiniType<string>>(edit: Edit) {
  return { ...serverText, edit, before: EARLIER_TEXT };
}

/** The key of an uploaded image, or empty. Changes of the field name the uploaded file. */
export const imageKey = { ...serverText, before: EARLIER_TEXT, isImage: true } as const;

/** The key of an icon or picture that a job has stored, or empty. */
export const iconKey = { ...serverText, isImage: true } as const;

export const status = {
  ...serverField<typeof statusSchema, Status>(
    statusSchema,
    STATUS_ACTIVE,
    (value) => value === STATUS_ACTIVE || value === STATUS_TRASHED,
  ),
  edit: statusField(),
  before: statusField(),
};

/** 0 for the root. Only moves change it. */
export const parent = {
  ...serverField(z.int().check(z.nonnegative()), ROOT_FOLDER_ID, isNumber),
  before: parentFolderId(),
};

/** A date in answers, a timestamp in documents, microseconds in records and rows. */
export const time = serverField(dateSchema, 0, isNumber);

/** Most links share this list, because a library can have 100,000 links. */
export const NO_IDS: readonly number[] = [];
export const ids = serverField(
  z.readonly(z.array(idSchema)),
  NO_IDS,
  (value) => Array.isArray(value) && value.every(isNumber),
);

function serverField<Schema extends z.ZodMiniType, Value>(
  schema: Schema,
  missing: Value,
  isValue: (value: unknown) => boolean,
): Field<Schema, Value, null, null> {
  return { schema, missing, isValue, edit: null, before: null };
}

function isNumber(value: unknown): value is number {
  return typeof value === 'number';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
