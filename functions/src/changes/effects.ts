import { favoriteSchema, folderLinkSchema } from '@foldmark/library/entities/entities';
import { idSchema, statusSchema } from '@foldmark/library/entities/fields';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import * as z from 'zod/mini';

import { FAVORITES, FOLDER_LINKS, FOLDERS, LINKS, type ServerLink } from '#functions/library/collections.ts';
import { difference } from '#functions/library/documents.ts';
import type { Edit, LibraryTransaction } from '#functions/library/library.ts';

/** The fields that undo and redo change. The others follow from them. */
const linkValues = z.object({
  url: z.exactOptional(z.string()),
  name: z.exactOptional(z.string()),
  status_id: z.exactOptional(statusSchema),
  note: z.exactOptional(z.string()),
  /** As an ISO date. Of created and deleted links, and of merges. */
  created_at: z.exactOptional(z.string()),
  /** Of created and deleted links, and of merges: only a call of its own can set another image. */
  image_s3_key: z.exactOptional(z.string()),
});
const folderValues = z.object({
  name: z.exactOptional(z.string()),
  status_id: z.exactOptional(statusSchema),
  parent_folder_id: z.exactOptional(z.int()),
});

const object = {
  id: idSchema,
  name: z.string(),
  /** Set if the object was deleted for ever. */
  forever: z.exactOptional(z.literal(true)),
};

/** What a part of an action did to one document. `before` is null if it created the object, `after` if it deleted it. */
const effectSchema = z.discriminatedUnion('of', [
  z.object({
    of: z.literal('link'),
    ...object,
    /** The link that this one was merged into. */
    merged_into: z.exactOptional(idSchema),
    before: z.nullable(linkValues),
    after: z.nullable(linkValues),
  }),
  z.object({
    of: z.literal('folder'),
    ...object,
    before: z.nullable(folderValues),
    after: z.nullable(folderValues),
  }),
  z.object({ of: z.literal('member'), member: folderLinkSchema, present: z.boolean() }),
  z.object({ of: z.literal('favorite'), favorite: favoriteSchema, on: z.boolean() }),
  z.object({ of: z.literal('distinct'), link_id: idSchema, other_id: idSchema, distinct: z.boolean() }),
]);
export type Effect = z.infer<typeof effectSchema>;
export const effectsSchema = z.array(effectSchema);

/** Names are only for the list of what was left alone, so they may be cut. */
const NAME_MAX_LENGTH = 100;

/**
 * What the transaction does, as undo needs it. `undoneCreations` names the objects whose deletion undoes a creation; undo can
 * create them again. Other deletions are for ever, so the relations of such an object need no effect. `mergedInto` has the link
 * that each merged link was merged into.
 */
export function effectsOf(
  transaction: LibraryTransaction,
  undoneCreations: ReadonlySet<string>,
  mergedInto: ReadonlyMap<number, number> = new Map(),
): Effect[] {
  const gone = new Set<string>();
  const foreverOf = (name: string, { after }: Edit<object>): { forever?: true } => {
    if (after !== null || undoneCreations.has(name)) return {};
    gone.add(name);
    return { forever: true };
  };
  const links = transaction.edits(LINKS).map((edit): Effect => {
    const { link_id: id, name } = either(edit);
    const forever = foreverOf(nameOf('link', id), edit);
    const texts = { before: withTextDate(edit.before), after: withTextDate(edit.after) };
    const into = mergedInto.get(id);
    return {
      of: 'link',
      id,
      name: cut(name),
      ...(into === undefined ? {} : { merged_into: into }),
      ...forever,
      ...valuesOf(linkValues, texts, forever),
    };
  });
  const folderEdits = transaction.edits(FOLDERS).map((edit) => {
    const { folder_id: id, name, parent_folder_id } = either(edit);
    return { edit, id, name, parent_folder_id, forever: foreverOf(nameOf('folder', id), edit) };
  });
  // A folder that is deleted with its parent needs no effect: there can be a thousand, and undo restores none.
  const folders = folderEdits
    .filter(
      ({ forever, parent_folder_id }) =>
        forever.forever !== true || !gone.has(nameOf('folder', parent_folder_id)),
    )
    .map(({ edit, id, name, forever }): Effect => ({
      of: 'folder',
      id,
      name: cut(name),
      ...forever,
      ...valuesOf(folderValues, edit, forever),
    }));
  const members = transaction.edits(FOLDER_LINKS).flatMap((edit): Effect[] => {
    const member = either(edit);
    const { link_id, folder_id } = member;
    if (gone.has(nameOf('link', link_id)) || gone.has(nameOf('folder', folder_id))) return [];
    return [{ of: 'member', member, present: edit.after !== null }];
  });
  const favorites = transaction.edits(FAVORITES).flatMap((edit): Effect[] => {
    const favorite = either(edit);
    if (gone.has(nameOf(favorite.object_type, favorite.object_id))) return [];
    return [{ of: 'favorite', favorite, on: edit.after !== null }];
  });
  const pairs = transaction
    .edits(LINKS)
    .flatMap((edit) => (gone.has(nameOf('link', either(edit).link_id)) ? [] : distinctEffects(edit)));
  return [...links, ...folders, ...members, ...favorites, ...pairs];
}

/** One effect for each pair, because a link can name a thousand others. */
function distinctEffects(edit: Edit<ServerLink>): Effect[] {
  const { link_id } = either(edit);
  const before = new Set(edit.before?.distinct_from);
  const after = new Set(edit.after?.distinct_from);
  const effect = (distinct: boolean) => (other_id: number) =>
    ({ of: 'distinct', link_id, other_id, distinct }) as const;
  return [
    ...[...before].filter((id) => !after.has(id)).map(effect(false)),
    ...[...after].filter((id) => !before.has(id)).map(effect(true)),
  ];
}

/** Names an object in a set. */
export function nameOf(kind: ObjectKind, id: number): string {
  return `${kind} ${id}`;
}

function either<E>({ before, after }: Edit<E>): E {
  const entity = after ?? before;
  if (entity === null) throw new Error('An edit has neither a value before nor after it.');
  return entity;
}

function cut(name: string): string {
  return name.slice(0, NAME_MAX_LENGTH).toWellFormed();
}

function withTextDate(link: ServerLink | null) {
  return link && { ...link, created_at: link.created_at.toISOString() };
}

/**
 * All values of a created or deleted object, or the differing ones. None of an object that is deleted for ever: they can't be
 * restored, and the notes of 250 links would be too much for a document.
 */
function valuesOf<V extends object>(
  schema: z.ZodMiniType<V>,
  { before, after }: Edit<object>,
  { forever }: { readonly forever?: true },
) {
  if (forever === true) return { before: z.parse(schema, {}), after: null };
  const values = {
    before: before === null ? null : z.parse(schema, before),
    after: after === null ? null : z.parse(schema, after),
  };
  if (values.before === null || values.after === null) return values;
  return {
    before: difference(values.after, values.before),
    after: difference(values.before, values.after),
  };
}
