import type { ChangeOf, LibraryChange } from '@foldmark/library/changes/changes';
import type { FolderRecord, LinkRecord } from '@foldmark/library/entities/records';
import { placeholderName } from '@foldmark/library/entities/link-url';

import { changedFields, editsOf } from '#web/sync/changes/changed-fields.ts';
import type { MergedLinks } from '#web/sync/changes/merged-links.ts';
import { isNamed } from '@foldmark/library/memory/distinct-links';
import type { Library } from '@foldmark/library/memory/library';

interface InverseParts {
  /** The bucket of images. */
  readonly bucket: () => string;
  /** The merges of the gesture so far, because the library does not show them yet. */
  readonly merged: MergedLinks;
}

/**
 * Returns what undoes a change of the library as it is now, or null if there is nothing to undo. Each value that the inverse sets
 * has a guard, so that an undo reverts only what still is as the change left it. A deletion for ever has no inverse: until it is
 * sent, an undo withdraws it. The server keeps an earlier image in the bucket for a day.
 */
export function inverseOf(
  library: Library,
  change: LibraryChange,
  { bucket, merged }: InverseParts,
): LibraryChange | null {
  switch (change.kind) {
    case 'link.create': {
      const { ref, url } = change;
      return { kind: 'link.delete', link_id: ref, created: { url, name: placeholderName(url) } };
    }
    case 'link.set':
      return inverseOfLinkEdits(library, change);
    case 'folder.create': {
      const { ref, name, parent_folder_id } = change;
      return { kind: 'folder.delete', folder_id: ref, created: { name, parent_folder_id } };
    }
    case 'folder.set':
      return inverseOfFolderEdits(library, change);
    case 'folder.move': {
      const before = library.folder(change.folder_id);
      if (before === undefined) return null;
      return {
        kind: 'folder.move',
        folder_id: change.folder_id,
        parent_folder_id: library.keyOf('folder', before.parent_folder_id),
        if: { parent_folder_id: change.parent_folder_id },
      };
    }
    case 'member.set':
      return hasNoEffect(library, change) ? null : { ...change, present: !change.present };
    case 'favorite.set':
      return hasNoEffect(library, change) ? null : { ...change, on: !change.on };
    case 'link.merge':
      return merged.merge(change);
    case 'link.distinct':
      return hasNoEffect(library, change) ? null : { ...change, distinct: !change.distinct };
    case 'link.image':
      return inverseOfImage(change, library.link(change.link_id), bucket);
    case 'folder.image':
      return inverseOfImage(change, library.folder(change.folder_id), bucket);
    case 'user.set':
      return inverseOfUserEdits(change);
    // The server stores what undoes the undo of a merge. Here, a redo merges again.
    case 'link.unmerge':
    case 'link.delete':
    case 'folder.delete':
      return null;
  }
}

/** Whether the link is in the folder already, the favorite is set, or the links are distinct already. */
export function hasNoEffect(library: Library, change: LibraryChange): boolean {
  switch (change.kind) {
    case 'member.set':
      return library.isMember(change.folder_id, change.link_id) === change.present;
    case 'favorite.set':
      return library.isFavorite(change.object_type, change.object_id) === change.on;
    case 'link.distinct':
      return isNamed(library, change.link_id, change.other_id) === change.distinct;
    default:
      return false;
  }
}

function inverseOfImage(
  change: ChangeOf<'link.image'> | ChangeOf<'folder.image'>,
  before: LinkRecord | FolderRecord | undefined,
  bucket: () => string,
): LibraryChange | null {
  if (before === undefined || before.image_s3_key === change.s3_key) return null;
  const { image_s3_key: s3_key } = before;
  return { ...change, s3_key, s3_bucket: s3_key === '' ? '' : bucket(), if: { image_s3_key: change.s3_key } };
}

/** The profile is not part of the library, so its earlier values are those of the guard. */
function inverseOfUserEdits({
  kind,
  if: earlier = {},
  ...edits
}: ChangeOf<'user.set'>): LibraryChange | null {
  const values = changedFields(edits, pick(earlier, edits));
  return Object.keys(values).length === 0 ? null : { kind, ...values, if: pick(edits, values) };
}

function inverseOfLinkEdits(library: Library, change: ChangeOf<'link.set'>): LibraryChange | null {
  const { kind, link_id } = change;
  const before = library.link(link_id);
  if (before === undefined) return null;
  const edits = editsOf(change);
  return { kind, link_id, ...pick(before, edits), if: edits };
}

function inverseOfFolderEdits(library: Library, change: ChangeOf<'folder.set'>): LibraryChange | null {
  const { kind, folder_id } = change;
  const before = library.folder(folder_id);
  if (before === undefined) return null;
  const edits = editsOf(change);
  return { kind, folder_id, ...pick(before, edits), if: edits };
}

/** Adds to a change the values that its fields have now, as its guard. A dialog gives those that it has shown. */
export function guarded(library: Library, change: LibraryChange): LibraryChange {
  switch (change.kind) {
    case 'link.set': {
      const before = library.link(change.link_id);
      return before === undefined
        ? change
        : { ...change, if: { ...pick(before, editsOf(change)), ...change.if } };
    }
    case 'link.image':
    case 'folder.image': {
      const before =
        change.kind === 'link.image' ? library.link(change.link_id) : library.folder(change.folder_id);
      return before === undefined ? change : { ...change, if: { image_s3_key: before.image_s3_key } };
    }
    case 'folder.set': {
      const before = library.folder(change.folder_id);
      return before === undefined
        ? change
        : { ...change, if: { ...pick(before, editsOf(change)), ...change.if } };
    }
    case 'folder.move': {
      const before = library.folder(change.folder_id);
      if (before === undefined) return change;
      return { ...change, if: { parent_folder_id: library.keyOf('folder', before.parent_folder_id) } };
    }
    default:
      return change;
  }
}

/** The values of `record` for the fields of `edits`. */
export function pick<T extends object, K extends keyof T>(
  record: T,
  edits: { readonly [F in K]?: unknown },
): Pick<T, K> {
  const values: Partial<Pick<T, K>> = {};
  for (const field in edits) if (record[field] !== undefined) values[field] = record[field];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the fields of `edits`
  return values as Pick<T, K>;
}
