import * as z from 'zod/mini';

import type { Edit, FolderValues, LinkValues, UserValues } from '#library/changes/edits.ts';
import type { ObjectKind } from '#library/entities/collections.ts';
import { REQUEST_KEY } from '#library/entities/limits.ts';
import type { Micros } from '#library/entities/records.ts';

/**
 * The records that a change reads and edits. On the server those of a transaction, in the browser those on the screen. An id is
 * below 0 for an object that the server does not know yet.
 */
export interface RecordView {
  link(id: number): LinkView | undefined;
  folder(id: number): Required<FolderValues> | undefined;
  /** Undefined if the link is not in the folder. */
  member(folder: number, link: number): { readonly folder_link_id: number } | undefined;
  isFavorite(kind: ObjectKind, id: number): boolean;
  /** The links that the link names as no duplicates of it. */
  distinctOf(link: number): readonly number[];
  foldersOf(link: number): readonly number[];
  /** Whether the folder contains a link or a folder. */
  isFolderUsed(folder: number): boolean;
  user(): UserValues | undefined;
}

export type LinkView = Required<LinkValues> & {
  /** The title that a job has read from the page, if that became the name. Only the server knows it. */
  readonly page_title?: string | undefined;
};

/** What a change did. `leftAlone` names the fields that have another value than the change expected. */
export interface Applied {
  readonly edits: readonly Edit[];
  readonly leftAlone: readonly string[];
}

/** Why a change was not made: another device changed or deleted the object, or the move would be a cycle. */
export const skipReasonSchema = z.enum(['changed', 'gone', 'cycle', 'not_in_trash']);
export type SkipReason = z.infer<typeof skipReasonSchema>;

/** A change that can't be made. `missing` names the object that is gone. */
export interface Refusal {
  readonly refused: SkipReason;
  readonly missing?: 'link' | 'folder' | 'parent';
}

/** What a change needs to read. A query reads all records of an object, or with `isUsed` only whether there is one. */
export type Read =
  | { readonly of: 'link' | 'folder'; readonly id: number }
  | { readonly of: 'member'; readonly folder_id: number; readonly link_id: number }
  | { readonly of: 'favorite'; readonly object_type: ObjectKind; readonly object_id: number }
  | { readonly of: 'relations' | 'isUsed'; readonly kind: ObjectKind; readonly id: number };

export interface ChangeRow<Schema extends z.ZodMiniType, Call> {
  readonly schema: Schema;
  /** What the change creates, under the id `ref`. */
  readonly creates?: ObjectKind;
  /** The records that `apply` needs. Asked again after they are read, until it names no others. */
  readonly reads: (change: z.output<Schema>, view: RecordView) => readonly Read[];
  /** Pure. Makes the same edits in the browser and on the server. */
  readonly apply: (change: z.output<Schema>, view: RecordView, now: Micros) => Applied | Refusal;
  /** The change with the values that its fields have now as `if`, unless it has them. */
  readonly guard?: (change: z.output<Schema>, view: RecordView) => z.output<Schema>;
  /** The documented call that carries a single change of this kind. Null if only /batch/ can carry it. */
  readonly call: (change: z.output<Schema>) => Call;
  /** The title of the message that the change was refused. */
  readonly failed: string | ((change: z.output<Schema>) => string);
}

/** Infers the types of a row. */
export function change<Schema extends z.ZodMiniType, Call>(
  row: ChangeRow<Schema, Call>,
): ChangeRow<Schema, Call> {
  return row;
}

/**
 * Refers to a link or folder: by its id, or by the number below 0 that the `create` of it has as `ref`. In a call of /batch/
 * that `create` comes earlier in the same part. In the browser's outbox the number is the key of the record.
 */
export const reference = (name: string) =>
  z.int(`${name} must be a whole number.`).check(z.refine((id) => id !== 0, `${name} must not be 0.`));
/** Like `reference`, or 0 for the root. */
export const place = () => z.int('parent_folder_id must be a whole number, 0 for the root.');
export const ref = () => z.int('ref must be a whole number.').check(z.negative('ref must be below 0.'));
/** The Idempotency-Key with which the object may be created again, by a call of its own. */
export const creationKey = () =>
  z.exactOptional(
    z.string('key must be text.').check(z.regex(REQUEST_KEY, 'key must be an Idempotency-Key.')),
  );
export const isSet = (name: string) => z.boolean(`${name} must be true or false.`);

/** The place of an uploaded image. Two empty strings remove the image. */
export const image = { s3_bucket: z.string(), s3_key: z.string() };

/** The body of a call that takes all fields of the change. */
export function bodyOf<Change extends { readonly kind: string }>(given: Change): Omit<Change, 'kind'> {
  const { kind: _, ...body } = given;
  return body;
}

export const NOTHING: Applied = { edits: [], leftAlone: [] };

export function made(...edits: readonly Edit[]): Applied {
  return { edits, leftAlone: [] };
}

export function gone(missing: NonNullable<Refusal['missing']>): Refusal {
  return { refused: 'gone', missing };
}

/** Null if the link or folder exists. */
export function missingItem(view: RecordView, kind: ObjectKind, id: number): Refusal | null {
  return (kind === 'link' ? view.link(id) : view.folder(id)) === undefined ? gone(kind) : null;
}

interface FieldEdit<F> {
  readonly before: Partial<F>;
  readonly after: Partial<F>;
  readonly leftAlone: readonly string[];
}

/**
 * The difference that the wanted values make. A field is left alone if its value differs from the expected one and from the wanted
 * one. Creates few objects, because a selection can have 100,000 links.
 */
export function fieldEdit<F extends object>(
  record: F,
  wanted: Partial<F>,
  expected: Partial<F> = {},
): FieldEdit<F> {
  const before: Partial<F> = {};
  const after: Partial<F> = {};
  const leftAlone: string[] = [];
  for (const field in wanted) {
    const value = record[field];
    if (value === wanted[field] || wanted[field] === undefined) continue;
    if (field in expected && expected[field] !== value) leftAlone.push(field);
    else {
      before[field] = value;
      after[field] = wanted[field];
    }
  }
  return { before, after, leftAlone };
}

/** Whether the edit changes any field. */
export function isEdited({ after }: FieldEdit<unknown>): boolean {
  for (const _ in after) return true;
  return false;
}

/** The values of `record` for the fields of `wanted`. */
export function pick<F extends object>(record: F, wanted: Partial<F>): Partial<F> {
  const values: Partial<F> = {};
  for (const field in wanted) values[field] = record[field];
  return values;
}
