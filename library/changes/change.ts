import * as z from 'zod/mini';

import type { Edit, FolderValues, LinkValues, UserValues } from '#library/changes/edits.ts';
import type { ObjectKind } from '#library/entities/collections.ts';
import { REQUEST_KEY } from '#library/entities/limits.ts';
import type { Micros } from '#library/entities/records.ts';

/**
 * The records that a change reads and edits. On the server, these are the records of a transaction; in the browser, the visible
 * ones. An object that the server does not know yet has an id below 0.
 */
export interface RecordView {
  link(id: number): LinkView | undefined;
  folder(id: number): Required<FolderValues> | undefined;
  /** Undefined if the link is not in the folder. */
  member(folder: number, link: number): { readonly folder_link_id: number } | undefined;
  isFavorite(kind: ObjectKind, id: number): boolean;
  /** The links that are marked on this link as no duplicates. */
  distinctOf(link: number): readonly number[];
  foldersOf(link: number): readonly number[];
  /** Whether the folder contains a link or a folder. */
  isFolderUsed(folder: number): boolean;
  user(): UserValues | undefined;
}

export type LinkView = Required<LinkValues> & {
  /** The title that a job has read from the page, if it became the name. Only the server knows it. */
  readonly page_title?: string | undefined;
};

/** The effect of a change. `leftAlone` names the fields whose value was not as the change expected. */
export interface Applied {
  readonly edits: readonly Edit[];
  readonly leftAlone: readonly string[];
}

/** Why a change was not made: another device has changed or deleted the object, or the move would create a cycle. */
export const skipReasonSchema = z.enum(['changed', 'gone', 'cycle', 'not_in_trash']);
export type SkipReason = z.infer<typeof skipReasonSchema>;

/** A change that can't be made. `missing` tells which object no longer exists. */
export interface Refusal {
  readonly refused: SkipReason;
  readonly missing?: 'link' | 'folder' | 'parent';
}

/** Records that a change has to read. A query reads all records of an object, or with `isUsed` only whether there are any. */
export type Read =
  | { readonly of: 'link' | 'folder'; readonly id: number }
  | { readonly of: 'member'; readonly folder_id: number; readonly link_id: number }
  | { readonly of: 'favorite'; readonly object_type: ObjectKind; readonly object_id: number }
  | { readonly of: 'relations' | 'isUsed'; readonly kind: ObjectKind; readonly id: number };

export interface ChangeRow<Schema extends z.ZodMiniType, Call> {
  readonly schema: Schema;
  /** The kind of object that the change creates, under the id `ref`. */
  readonly creates?: ObjectKind;
  /** The records that `apply` needs. Called again after they are read, until it names no further ones. */
  readonly reads: (change: z.output<Schema>, view: RecordView) => readonly Read[];
  /** Makes the same edits in the browser and on the server. A pure function. */
  readonly apply: (change: z.output<Schema>, view: RecordView, now: Micros) => Applied | Refusal;
  /** Adds a guard: the current values of the change's fields as `if`. Keeps a guard that the change already has. */
  readonly guard?: (change: z.output<Schema>, view: RecordView) => z.output<Schema>;
  /** The documented call that makes a single change of this kind. Null if only /batch/ can make it. */
  readonly call: (change: z.output<Schema>) => Call;
  /** The title of the message that the server refused the change. */
  readonly failed: string | ((change: z.output<Schema>) => string);
}

/** Infers the types of a row of the table. */
export function change<Schema extends z.ZodMiniType, Call>(
  row: ChangeRow<Schema, Call>,
): ChangeRow<Schema, Call> {
  return row;
}

/**
 * Refers to a link or folder. The value is the id, or the number below 0 that the creation has as `ref`. In a call of /batch/,
 * the creation must come earlier in the same part. In the browser's outbox, the number is the key of the record.
 */
export const reference = (name: string) =>
  z.int(`${name} must be a whole number.`).check(z.refine((id) => id !== 0, `${name} must not be 0.`));
/** Like `reference`, or 0 for the root. */
export const place = () => z.int('parent_folder_id must be a whole number, 0 for the root.');
export const ref = () => z.int('ref must be a whole number.').check(z.negative('ref must be below 0.'));
/** The Idempotency-Key of a creation that is sent again as a single call. */
export const creationKey = () =>
  z.exactOptional(
    z.string('key must be text.').check(z.regex(REQUEST_KEY, 'key must be an Idempotency-Key.')),
  );
export const isSet = (name: string) => z.boolean(`${name} must be true or false.`);

/** The place of an uploaded image. Two empty strings remove the image. */
export const image = { s3_bucket: z.string(), s3_key: z.string() };

/** The body of a call that accepts all fields of the change. */
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
 * The edit that gives a record the wanted values. A field is left alone if its value is neither the expected nor the wanted one.
 * Creates few objects, because a selection can have 100,000 links.
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
