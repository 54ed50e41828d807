import * as z from 'zod/mini';

import { objectKindSchema } from '#library/entities/fields.ts';
import { REQUEST_KEY, UNMERGED_FOLDERS_MAX_COUNT } from '#library/entities/limits.ts';
import {
  folderEdits,
  folderGuard,
  folderName,
  linkEdits,
  linkGuard,
  mergedValues,
  unmergedValues,
  url,
  userEdits,
  userGuard,
} from '#library/entities/inputs.ts';

/**
 * Refers to a link or folder: by its id, or by the number below 0 that the `create` of it has as `ref`. In a call of /batch/
 * that `create` comes earlier in the same part. In the browser's outbox the number is the key of the record.
 */
const reference = (name: string) =>
  z.int(`${name} must be a whole number.`).check(z.refine((id) => id !== 0, `${name} must not be 0.`));
/** Like `reference`, or 0 for the root. */
const place = () => z.int('parent_folder_id must be a whole number, 0 for the root.');
const ref = () => z.int('ref must be a whole number.').check(z.negative('ref must be below 0.'));
/** The Idempotency-Key with which the object may be created again, by a call of its own. */
const creationKey = () =>
  z.exactOptional(
    z.string('key must be text.').check(z.regex(REQUEST_KEY, 'key must be an Idempotency-Key.')),
  );
const isSet = (name: string) => z.boolean(`${name} must be true or false.`);

/** The place of an uploaded image. Two empty strings remove the image. */
const image = { s3_bucket: z.string(), s3_key: z.string() };

interface Row<Schema extends z.ZodMiniType, Call> {
  readonly schema: Schema;
  /** What the change creates. */
  readonly creates: 'link' | 'folder' | null;
  /** The documented call that carries a single change of this kind. Null if only /batch/ can carry it. */
  readonly call: (change: z.output<Schema>) => Call;
}

function row<Schema extends z.ZodMiniType, Call>(
  schema: Schema,
  creates: Row<Schema, Call>['creates'],
  call: (change: z.output<Schema>) => Call,
): Row<Schema, Call> {
  return { schema, creates, call };
}

/** The body of a call that takes all fields of the change. */
function bodyOf<Change extends { readonly kind: string }>(change: Change): Omit<Change, 'kind'> {
  const { kind: _, ...body } = change;
  return body;
}

/**
 * Every kind of change that a person can make to a library. The browser shows, stores, sends and undoes changes in this form.
 * The server executes them in this form, from a documented call or from /batch/.
 */
export const CHANGES = {
  'link.create': row(
    z.object({ kind: z.literal('link.create'), ref: ref(), key: creationKey(), url: url() }),
    'link',
    (change) => ({ path: '/links/create/', body: { url: change.url } }) as const,
  ),
  'link.set': row(
    z.object({
      kind: z.literal('link.set'),
      link_id: reference('link_id'),
      ...linkEdits,
      if: linkGuard,
    }),
    null,
    (change) => ({ path: '/links/update/', body: bodyOf(change) }) as const,
  ),
  'link.image': row(
    z.object({
      kind: z.literal('link.image'),
      link_id: reference('link_id'),
      ...image,
      if: linkGuard,
    }),
    null,
    (change) => ({ path: '/links/update-image/', body: bodyOf(change) }) as const,
  ),
  /**
   * Deletes a link of the trash for ever. With `created`, the values that its creation gave it, undoes that creation: the link
   * may be active, but must be unchanged (except for the title of its page), and in no folder and no favorite. Only a link of an
   * import can be created with a note, and only a merge of the same batch can give it an image.
   */
  'link.delete': row(
    z.object({
      kind: z.literal('link.delete'),
      link_id: reference('link_id'),
      created: z.exactOptional(
        z.object({
          url: z.string(),
          name: z.string(),
          note: z.exactOptional(z.string()),
          image_s3_key: z.exactOptional(z.string()),
        }),
      ),
    }),
    null,
    ({ link_id, created }) =>
      created === undefined ? ({ path: '/links/delete/', body: { link_id } } as const) : null,
  ),
  /**
   * Unites one link into another: folders, favorite, note, the older date, a real name and an image. Then it goes to the trash,
   * and keeps all of that there. Is not made if the joined notes are too long for a link.
   */
  'link.merge': row(
    z.object({
      kind: z.literal('link.merge'),
      link_id: reference('link_id'),
      into_id: reference('into_id'),
      /** About how many characters undo stores for it. The browser divides an action into parts by it; the server ignores it. */
      size: z.exactOptional(z.int('size must be a whole number.')),
    }),
    null,
    () => null,
  ),
  /**
   * Undoes a merge: takes the link out of the trash, and takes from the other one what the merge gave it. A value of `before`
   * is set only if the link still has the one of `after`.
   */
  'link.unmerge': row(
    z.object({
      kind: z.literal('link.unmerge'),
      link_id: reference('link_id'),
      into_id: reference('into_id'),
      /** The folders that the merge added the other link to. */
      folder_ids: z
        .array(reference('folder_ids'), 'folder_ids must be a list.')
        .check(z.maxLength(UNMERGED_FOLDERS_MAX_COUNT, 'folder_ids has too many entries.')),
      /** Whether the merge made the other link a favorite. */
      favorite: isSet('favorite'),
      before: unmergedValues,
      after: mergedValues,
    }),
    null,
    () => null,
  ),
  /** Says that two links are no duplicates of each other, or takes that back. */
  'link.distinct': row(
    z.object({
      kind: z.literal('link.distinct'),
      link_id: reference('link_id'),
      other_id: reference('other_id'),
      distinct: isSet('distinct'),
    }),
    null,
    () => null,
  ),
  'folder.create': row(
    z.object({
      kind: z.literal('folder.create'),
      ref: ref(),
      key: creationKey(),
      name: folderName(),
      parent_folder_id: place(),
    }),
    'folder',
    ({ name, parent_folder_id }) => ({ path: '/folders/create/', body: { name, parent_folder_id } }) as const,
  ),
  'folder.set': row(
    z.object({
      kind: z.literal('folder.set'),
      folder_id: reference('folder_id'),
      ...folderEdits,
      if: folderGuard,
    }),
    null,
    (change) => ({ path: '/folders/update/', body: bodyOf(change) }) as const,
  ),
  /** Moves a folder into another one, or to the root. */
  'folder.move': row(
    z.object({
      kind: z.literal('folder.move'),
      folder_id: reference('folder_id'),
      parent_folder_id: place(),
      if: z.exactOptional(z.object({ parent_folder_id: place() })),
    }),
    null,
    (change) => ({ path: '/folders/update-parent/', body: bodyOf(change) }) as const,
  ),
  'folder.image': row(
    z.object({
      kind: z.literal('folder.image'),
      folder_id: reference('folder_id'),
      ...image,
      if: folderGuard,
    }),
    null,
    (change) => ({ path: '/folders/update-image/', body: bodyOf(change) }) as const,
  ),
  /** Like 'link.delete'. The subfolders of a folder of the trash are deleted too; the links in it stay. */
  'folder.delete': row(
    z.object({
      kind: z.literal('folder.delete'),
      folder_id: reference('folder_id'),
      created: z.exactOptional(z.object({ name: z.string(), parent_folder_id: place() })),
    }),
    null,
    ({ folder_id, created }) =>
      created === undefined ? ({ path: '/folders/delete/', body: { folder_id } } as const) : null,
  ),
  /** Adds a link to a folder, or removes it. */
  'member.set': row(
    z.object({
      kind: z.literal('member.set'),
      folder_id: reference('folder_id'),
      link_id: reference('link_id'),
      present: isSet('present'),
    }),
    null,
    ({ present, folder_id, link_id }) =>
      present
        ? ({ path: '/folders/add-link/', body: { folder_id, link_id } } as const)
        : ({ path: '/folders/remove-link/', body: { folder_id, link_id } } as const),
  ),
  /** Adds a link or folder to the favorites, or removes it. */
  'favorite.set': row(
    z.object({
      kind: z.literal('favorite.set'),
      object_type: objectKindSchema,
      object_id: reference('object_id'),
      on: isSet('on'),
    }),
    null,
    ({ object_type, object_id, on }) =>
      ({ path: '/favorites/toggle/', body: { object_type, object_id, is_favorite: on } }) as const,
  ),
  'user.set': row(
    z.object({ kind: z.literal('user.set'), ...userEdits, if: userGuard }),
    null,
    (change) => ({ path: '/users/update/', body: bodyOf(change) }) as const,
  ),
} as const;

type Table = typeof CHANGES;
export type ChangeKind = keyof Table;
/** A change, as it is stored and executed. */
export type LibraryChange = { [K in ChangeKind]: z.output<Table[K]['schema']> }[ChangeKind];
export type ChangeOf<K extends ChangeKind> = Extract<LibraryChange, { kind: K }>;
/** The documented call that carries a change. */
export type SingleCall = NonNullable<{ [K in ChangeKind]: ReturnType<Table[K]['call']> }[ChangeKind]>;

/** Images are not batchable, because the server looks at each file; the profile is not part of the library. */
export const batchableChangeSchema = z.discriminatedUnion('kind', [
  CHANGES['link.create'].schema,
  CHANGES['link.set'].schema,
  CHANGES['link.delete'].schema,
  CHANGES['link.merge'].schema,
  CHANGES['link.unmerge'].schema,
  CHANGES['link.distinct'].schema,
  CHANGES['folder.create'].schema,
  CHANGES['folder.set'].schema,
  CHANGES['folder.move'].schema,
  CHANGES['folder.delete'].schema,
  CHANGES['member.set'].schema,
  CHANGES['favorite.set'].schema,
]);
export type BatchableChange = z.output<typeof batchableChangeSchema>;

/** Every change, as the outbox stores it. */
export const libraryChangeSchema = z.union([
  batchableChangeSchema,
  CHANGES['link.image'].schema,
  CHANGES['folder.image'].schema,
  CHANGES['user.set'].schema,
]);

type ChangesByKind = { readonly [K in ChangeKind]: z.output<Table[K]['schema']> };
const CALLS: {
  readonly [K in ChangeKind]: { readonly call: (change: ChangesByKind[K]) => SingleCall | null };
} = CHANGES;

export function singleCall(change: LibraryChange): SingleCall | null {
  return callOf(change.kind, change);
}

/** The type parameter ties the change to the row of its kind. */
function callOf<K extends ChangeKind>(kind: K, change: ChangesByKind[K]): SingleCall | null {
  return CALLS[kind].call(change);
}

/** Why a change of a batch was not made: another device changed or deleted the object, or the move would be a cycle. */
export const skipReasonSchema = z.enum(['changed', 'gone', 'cycle', 'not_in_trash']);
export type SkipReason = z.infer<typeof skipReasonSchema>;
