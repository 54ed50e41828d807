import * as z from 'zod/mini';

import {
  type Applied,
  change,
  gone,
  type LinkView,
  made,
  NOTHING,
  type Read,
  type Refusal,
  type RecordView,
} from '#library/changes/change.ts';
import { Draft } from '#library/changes/draft.ts';
import {
  type Edit,
  type EditOf,
  type LinkValues,
  type RevertedEdit,
  revertedEditSchema,
} from '#library/changes/edits.ts';
import { favoriteSet } from '#library/changes/favorite-set.ts';
import type { folderImage } from '#library/changes/folder-image.ts';
import { folderMove } from '#library/changes/folder-move.ts';
import { folderSet } from '#library/changes/folder-set.ts';
import { linkDistinct } from '#library/changes/link-distinct.ts';
import type { linkImage } from '#library/changes/link-image.ts';
import { linkSet } from '#library/changes/link-set.ts';
import { memberSet } from '#library/changes/member-set.ts';
import { ancestorReads, setFolderValues } from '#library/changes/set-folder-values.ts';
import { setLinkValues } from '#library/changes/set-link-values.ts';
import { userSet } from '#library/changes/user-set.ts';
import { guarded, haveSame, picked } from '#library/entities/derive.ts';
import { FOLDER } from '#library/entities/folder.ts';
import { LINK } from '#library/entities/link.ts';
import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

type AnyEdit = Edit | RevertedEdit;
/** The most edits of one revert. A merge adds all folders of a link, and a link has at most 5,000. */
const EDITS_MAX = 5010;
const CHANGED: Refusal = { refused: 'changed' };

/**
 * Undoes edits that belong together, in this order. Each field that still has its value of `after` gets back its value of
 * `before`. A created link or folder is deleted if it is unchanged and unused.
 */
export const revert = change({
  schema: z.object({
    kind: z.literal('revert'),
    edits: z.readonly(
      z
        .array(revertedEditSchema, 'edits must be a list.')
        .check(
          z.minLength(1, 'edits must not be empty.'),
          z.maxLength(EDITS_MAX, `edits must be at most ${EDITS_MAX}.`),
          z.refine(isCreationAlone, 'The creation of a link or folder must be reverted alone.'),
        ),
    ),
  }),
  reads: ({ edits }, view) => {
    const draft = draftOf(edits, view);
    return edits.flatMap((edit) => {
      const reads = revertReads(edit, draft);
      revertIn(draft, edit);
      return reads;
    });
  },
  apply: ({ edits }, view) => {
    const draft = draftOf(edits, view);
    const all = edits.map((edit) => ({ edit, applied: revertIn(draft, edit) }));
    const done = all.flatMap(({ applied }) => ('refused' in applied ? [] : applied.edits));
    const refusal = all.map(({ applied }) => applied).find((applied) => 'refused' in applied);
    if (done.length === 0 && refusal !== undefined) return refusal;
    const leftAlone = all.flatMap(({ edit, applied }) =>
      'refused' in applied ? Object.keys(edit.after ?? {}) : applied.leftAlone,
    );
    return { edits: done, leftAlone };
  },
  call: ({ edits: [edit, ...others] }) => (edit === undefined || others.length > 0 ? null : callOf(edit)),
  failed: "Couldn't undo the change.",
});

/** Other edits could change whether a created item is used, so its creation is reverted alone. Its marks are deleted with it. */
function isCreationAlone(edits: readonly RevertedEdit[]): boolean {
  const others = edits.filter(({ table }) => table !== 'distinct');
  return others.length < 2 || !others.some(isCreation);
}

function isCreation({ table, before }: RevertedEdit): boolean {
  return (table === 'links' || table === 'folders') && before === null;
}

/** A single edit needs no draft, which saves time if a selection has 100,000 links. */
function draftOf({ length }: readonly RevertedEdit[], view: RecordView): RecordView {
  return length === 1 ? view : new Draft(view);
}

function revertIn(view: RecordView, edit: RevertedEdit): Applied | Refusal {
  const applied = revertEdit(edit, view);
  if (view instanceof Draft && !('refused' in applied)) view.commit(applied.edits);
  return applied;
}

/** The records that `revertEdit` needs. */
export function revertReads(edit: AnyEdit, view: RecordView): readonly Read[] {
  if ('forever' in edit) return [];
  const reads: Read[] = [];
  if ('while_link' in edit && edit.while_link !== undefined) reads.push({ of: 'link', id: edit.while_link });
  switch (edit.table) {
    case 'links':
      reads.push({ of: 'link', id: edit.key.link_id });
      if (edit.before === null) reads.push({ of: 'isUsed', kind: 'link', id: edit.key.link_id });
      break;
    case 'folders': {
      reads.push({ of: 'folder', id: edit.key.folder_id });
      if (edit.before === null) reads.push({ of: 'isUsed', kind: 'folder', id: edit.key.folder_id });
      else reads.push(...ancestorReads(view, edit.before.parent_folder_id ?? ROOT_FOLDER_ID));
      break;
    }
    case 'folder_links':
      reads.push(
        ...memberSet.reads({ kind: 'member.set', ...edit.key, present: edit.before !== null }, view),
      );
      break;
    case 'favorites':
      reads.push(...favoriteSet.reads({ kind: 'favorite.set', ...edit.key, on: edit.before !== null }, view));
      break;
    case 'distinct':
      reads.push(
        ...linkDistinct.reads({ kind: 'link.distinct', ...edit.key, distinct: edit.before !== null }, view),
      );
      break;
    case 'users':
      break;
  }
  return reads;
}

export function revertEdit(edit: AnyEdit, view: RecordView): Applied | Refusal {
  if ('forever' in edit) return edit.after === null ? { refused: 'gone' } : NOTHING;
  // The other link keeps what it got from the merged link, because the merged link no longer exists.
  if ('while_link' in edit && edit.while_link !== undefined && view.link(edit.while_link) === undefined)
    return NOTHING;
  switch (edit.table) {
    case 'links':
      return revertLink(edit, view);
    case 'folders':
      return revertFolder(edit, view);
    case 'folder_links':
      return revertMember(edit, view);
    case 'favorites':
      return favoriteSet.apply({ kind: 'favorite.set', ...edit.key, on: edit.before !== null }, view, 0);
    case 'distinct':
      return linkDistinct.apply(
        { kind: 'link.distinct', ...edit.key, distinct: edit.before !== null },
        view,
        0,
      );
    case 'users':
      return userSet.apply({ kind: 'user.set', ...edit.before, if: edit.after }, view, 0);
  }
}

type Of<T extends Edit['table']> = Extract<AnyEdit, { table: T }>;

function revertLink({ key, before, after }: Of<'links'>, view: RecordView): Applied | Refusal {
  const link = view.link(key.link_id);
  if (before !== null && after !== null) return setLinkValues(view, key.link_id, before, after);
  if (after === null) {
    if (link !== undefined || before === null) return NOTHING;
    return made({ table: 'links', key, before: null, after: before });
  }
  if (link === undefined) return NOTHING;
  const isUsed = view.foldersOf(key.link_id).length > 0 || view.isFavorite('link', key.link_id);
  if (!isAsCreated(link, after) || isUsed) return CHANGED;
  const { status_id, created_at } = link;
  const marks = view.distinctOf(key.link_id).map((other_id): Edit => {
    return { table: 'distinct', key: { ...key, other_id }, before: {}, after: null };
  });
  return made(...marks, {
    table: 'links',
    key,
    before: { ...after, name: link.name, status_id, created_at },
    after: null,
  });
}

const { name: _name, status_id: _status, ...CREATED_FIELDS } = guarded(LINK.fields);

/** Whether a link still has the values of its creation. Its name may have become the title of the page. */
export function isAsCreated(link: LinkView, created: LinkValues): boolean {
  const isNamed = link.name === created.name || link.name === link.page_title;
  return isNamed && haveSame(CREATED_FIELDS, link, created);
}

const { status_id: _folderStatus, ...CREATED_FOLDER } = guarded(FOLDER.fields);

function revertFolder({ key, before, after }: Of<'folders'>, view: RecordView): Applied | Refusal {
  const folder = view.folder(key.folder_id);
  if (before !== null && after !== null) return setFolderValues(view, key.folder_id, before, after);
  if (after === null) {
    if (folder !== undefined || before === null) return NOTHING;
    const { parent_folder_id = ROOT_FOLDER_ID } = before;
    if (parent_folder_id !== ROOT_FOLDER_ID && view.folder(parent_folder_id) === undefined)
      return gone('parent');
    // The image of a deleted folder was deleted with it.
    return made({ table: 'folders', key, before: null, after: { ...before, image_s3_key: '' } });
  }
  if (folder === undefined) return NOTHING;
  const isUnchanged = haveSame(CREATED_FOLDER, folder, { ...after, image_s3_key: '' });
  if (!isUnchanged || view.isFolderUsed(key.folder_id) || view.isFavorite('folder', key.folder_id))
    return CHANGED;
  return made({
    table: 'folders',
    key,
    before: picked(guarded(FOLDER.fields), folder),
    after: null,
  });
}

/** A restored membership keeps its id. An id of 0 is unknown. */
function revertMember({ key, before, after }: Of<'folder_links'>, view: RecordView): Applied | Refusal {
  const present = before !== null;
  const id = (before ?? after)?.folder_link_id ?? 0;
  const stored = view.member(key.folder_id, key.link_id)?.folder_link_id ?? 0;
  // Another device has removed the link from the folder and added it again, so this is another membership.
  if (!present && id !== 0 && stored !== 0 && id !== stored) return CHANGED;
  const applied = memberSet.apply({ kind: 'member.set', ...key, present }, view, 0);
  if (!present || 'refused' in applied || applied.edits.length === 0) return applied;
  return made({ table: 'folder_links', key, before: null, after: { folder_link_id: id } });
}

/** The documented call that reverts an edit. Null if there is none. */
function callOf(edit: RevertedEdit) {
  const { table, key, before, after } = edit;
  if ('while_link' in edit && edit.while_link !== undefined) return null;
  if (table === 'folder_links')
    return memberSet.call({ kind: 'member.set', ...key, present: before !== null });
  if (table === 'favorites') return favoriteSet.call({ kind: 'favorite.set', ...key, on: before !== null });
  if (table === 'distinct' || before === null || 'image_s3_key' in before) return null;
  if (table === 'links') {
    const { created_at, ...values } = before;
    const { created_at: _, ...expected } = after;
    return created_at === undefined
      ? linkSet.call({ kind: 'link.set', ...key, ...values, if: expected })
      : null;
  }
  const { parent_folder_id, ...values } = before;
  if (parent_folder_id === undefined)
    return folderSet.call({ kind: 'folder.set', ...key, ...values, if: after });
  const guard = { parent_folder_id: after.parent_folder_id ?? parent_folder_id };
  return folderMove.call({ kind: 'folder.move', ...key, parent_folder_id, if: guard });
}

type Undo = z.output<typeof revert.schema> | SingleUndo;
type SingleUndo =
  | z.output<typeof linkImage.schema>
  | z.output<typeof folderImage.schema>
  | z.output<typeof userSet.schema>;

/**
 * The changes that undo the edits of one change. A deletion forever has none. An image that is set again needs a single call,
 * because the server checks the file. `bucket` returns the bucket of images.
 */
export function undoOf(edits: readonly Edit[], bucket: () => string): readonly Undo[] {
  const single = edits.flatMap((edit) => singleUndo(edit, bucket) ?? []);
  const reverted = edits.toReversed().flatMap((edit) => revertible(edit) ?? []);
  return reverted.length === 0 ? single : [...single, { kind: 'revert', edits: reverted }];
}

function singleUndo(edit: Edit, bucket: () => string): SingleUndo | null {
  // If the earlier values are unknown, nothing can be undone.
  if (edit.table === 'users')
    return Object.keys(edit.before).length === 0
      ? null
      : { kind: 'user.set', ...edit.before, if: edit.after };
  if ((edit.table !== 'links' && edit.table !== 'folders') || !setsImage(edit)) return null;
  const s3_key = edit.before?.image_s3_key ?? '';
  const values = { s3_key, s3_bucket: s3_key === '' ? '' : bucket(), if: edit.after ?? {} };
  return edit.table === 'links'
    ? { kind: 'link.image', ...edit.key, ...values }
    : { kind: 'folder.image', ...edit.key, ...values };
}

/** Whether an undo has to set an image. A merge also sets an image, but its undo removes the image and needs no file. */
function setsImage(edit: EditOf<'links' | 'folders'>): boolean {
  const isOfMerge = 'while_link' in edit && edit.while_link !== undefined;
  return edit.after !== null && edit.before?.image_s3_key !== undefined && !isOfMerge;
}

function revertible(edit: Edit): RevertedEdit | null {
  switch (edit.table) {
    case 'users':
      return null;
    case 'links': {
      const { before, after } = edit;
      if (setsImage(edit)) return null;
      return after && { ...edit, before: before && withoutFilled(before), after: { ...after } };
    }
    case 'folders': {
      const { table, key, before, after } = edit;
      if (setsImage(edit)) return null;
      return after && { table, key, before: before && { ...before }, after: { ...after } };
    }
    case 'folder_links': {
      const { before, after } = edit;
      const unknown = { folder_link_id: 0 } as const;
      return { ...edit, before: before && unknown, after: after && unknown };
    }
    default:
      return edit;
  }
}

/** A merge sets these values only on a link without them, so its undo empties them. */
function withoutFilled({ image_s3_key, description, picture_s3_key, ...values }: LinkValues) {
  return {
    ...values,
    ...(image_s3_key === undefined ? {} : { image_s3_key: '' as const }),
    ...(description === undefined ? {} : { description: '' as const }),
    ...(picture_s3_key === undefined ? {} : { picture_s3_key: '' as const }),
  };
}
