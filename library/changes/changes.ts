import * as z from 'zod/mini';

import type { Applied, Read, Refusal, RecordView } from '#library/changes/change.ts';
import { favoriteSet } from '#library/changes/favorite-set.ts';
import { folderCreate } from '#library/changes/folder-create.ts';
import { folderDelete } from '#library/changes/folder-delete.ts';
import { folderImage } from '#library/changes/folder-image.ts';
import { folderMove } from '#library/changes/folder-move.ts';
import { folderSet } from '#library/changes/folder-set.ts';
import { linkCreate } from '#library/changes/link-create.ts';
import { linkDelete } from '#library/changes/link-delete.ts';
import { linkDistinct } from '#library/changes/link-distinct.ts';
import { linkImage } from '#library/changes/link-image.ts';
import { linkMerge } from '#library/changes/link-merge.ts';
import { linkSet } from '#library/changes/link-set.ts';
import { memberSet } from '#library/changes/member-set.ts';
import { revert } from '#library/changes/revert.ts';
import { userSet } from '#library/changes/user-set.ts';
import type { ObjectKind } from '#library/entities/collections.ts';
import type { Micros } from '#library/entities/records.ts';

/** The kinds of changes that /batch/ accepts. */
const BATCHABLE = {
  'link.create': linkCreate,
  'link.set': linkSet,
  'link.delete': linkDelete,
  'link.merge': linkMerge,
  'link.distinct': linkDistinct,
  'folder.create': folderCreate,
  'folder.set': folderSet,
  'folder.move': folderMove,
  'folder.delete': folderDelete,
  'member.set': memberSet,
  'favorite.set': favoriteSet,
  revert,
} as const;

/**
 * Every kind of change that a user can make to a library. The browser shows, stores, sends and undoes changes in this form. The
 * server makes them in this form, from a documented call or from /batch/.
 */
export const CHANGES = {
  ...BATCHABLE,
  // The server checks each uploaded file, so only single calls can set an image.
  'link.image': linkImage,
  'folder.image': folderImage,
  // The profile is not part of the library.
  'user.set': userSet,
} as const;

type Table = typeof CHANGES;
export type ChangeKind = keyof Table;
type ChangesByKind = { readonly [K in ChangeKind]: z.output<Table[K]['schema']> };
/** A change in the form in which it is stored and made. */
export type LibraryChange = ChangesByKind[ChangeKind];
export type ChangeOf<K extends ChangeKind> = ChangesByKind[K];
export type BatchableChange = ChangesByKind[keyof typeof BATCHABLE];
/** The documented call that makes a single change. */
export type SingleCall = NonNullable<{ [K in ChangeKind]: ReturnType<Table[K]['call']> }[ChangeKind]>;

const rows = Object.values(BATCHABLE);
const [first, ...others] = rows.map(({ schema }) => schema);
if (first === undefined) throw new Error('No kind of change is batchable.');
export const batchableChangeSchema = z.discriminatedUnion('kind', [first, ...others]);

/** The schema of every change in the outbox. */
export const libraryChangeSchema = z.union([
  batchableChangeSchema,
  linkImage.schema,
  folderImage.schema,
  userSet.schema,
]);

type RowOf<K extends ChangeKind> = {
  readonly creates?: ObjectKind;
  readonly reads: (change: ChangesByKind[K], view: RecordView) => readonly Read[];
  readonly apply: (change: ChangesByKind[K], view: RecordView, now: Micros) => Applied | Refusal;
  readonly guard?: (change: ChangesByKind[K], view: RecordView) => ChangesByKind[K];
  readonly call: (change: ChangesByKind[K]) => SingleCall | null;
  readonly failed: string | ((change: ChangesByKind[K]) => string);
};
const ROWS: { readonly [K in ChangeKind]: RowOf<K> } = CHANGES;

/** The records that a change needs, as far as the view can tell. */
export function readsOf(change: LibraryChange, view: RecordView): readonly Read[] {
  const of = <K extends ChangeKind>(kind: K, one: ChangesByKind[K]) => ROWS[kind].reads(one, view);
  return of(change.kind, change);
}

/** Applies a change to the records of a view. Returns its edits, or why it can't be made. */
export function applyChange(change: LibraryChange, view: RecordView, now: Micros): Applied | Refusal {
  const of = <K extends ChangeKind>(kind: K, one: ChangesByKind[K]) => ROWS[kind].apply(one, view, now);
  return of(change.kind, change);
}

/** Adds a guard to a change: the current values of its fields. A dialog has already added the values that it has shown. */
export function guarded(change: LibraryChange, view: RecordView): LibraryChange {
  const of = <K extends ChangeKind>(kind: K, one: ChangesByKind[K]): LibraryChange =>
    ROWS[kind].guard?.(one, view) ?? one;
  return of(change.kind, change);
}

export function singleCall(change: LibraryChange): SingleCall | null {
  return callOf(change.kind, change);
}

function callOf<K extends ChangeKind>(kind: K, change: ChangesByKind[K]): SingleCall | null {
  return ROWS[kind].call(change);
}

/** The title of the message that the server refused a change. */
export function failedText(change: LibraryChange): string {
  return textOf(change.kind, change);
}

function textOf<K extends ChangeKind>(kind: K, change: ChangesByKind[K]): string {
  const { failed } = ROWS[kind];
  return typeof failed === 'string' ? failed : failed(change);
}

/** The kind of object that a change creates. Null if it creates none. */
export function createdKind({ kind }: LibraryChange): ObjectKind | null {
  return ROWS[kind].creates ?? null;
}
