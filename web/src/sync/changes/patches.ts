import type { ChangeOf, LibraryChange } from '@foldmark/library/changes/changes';
import type { LinkRecord, Micros } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { completeUrl, domainOf } from '@foldmark/library/entities/link-url';
import { newLink } from '@foldmark/library/entities/new-link';

import { editsOf } from '#web/sync/changes/changed-fields.ts';
import { distinctPatch, mergePatches, unmergePatches } from '#web/sync/changes/merge-patches.ts';
import type { Patch } from '@foldmark/library/memory/layered-table';
import type { Library } from '@foldmark/library/memory/library';
import { favoriteKey, membershipKey } from '@foldmark/library/memory/pairs';

/** Shows a change before the server answers. */
export interface ChangePatch extends Patch {
  /** The server has created the object with this id. */
  readonly created?: (id: number) => void;
}

export function patchesOf(library: Library, change: LibraryChange, now: Micros): readonly ChangePatch[] {
  const { tables } = library;
  switch (change.kind) {
    case 'link.create': {
      const { ref, url } = change;
      const created = { ...newLink(ref, url), created_at: now, updated_at: now };
      const patch = tables.links.patch(ref, (record) => record ?? created);
      return [
        Object.assign(patch, {
          created: (link_id: number) => {
            patch.amend((record) => record ?? { ...created, link_id });
          },
        }),
      ];
    }
    case 'link.set': {
      const fields = linkFields(change);
      return [tables.links.patch(change.link_id, (record) => record && { ...record, ...fields })];
    }
    case 'link.merge':
      return mergePatches(library, change, now);
    case 'link.unmerge':
      return unmergePatches(library, change);
    case 'link.distinct':
      return [distinctPatch(library, change)];
    case 'link.image':
      return [
        tables.links.patch(change.link_id, (record) => record && { ...record, image_s3_key: change.s3_key }),
      ];
    case 'link.delete':
      return [tables.links.patch(change.link_id, () => undefined)];
    case 'folder.create': {
      const { ref, name, parent_folder_id } = change;
      const created = {
        folder_id: ref,
        name,
        status_id: STATUS_ACTIVE,
        parent_folder_id,
        image_s3_key: '',
        created_at: now,
        updated_at: now,
      } as const;
      const patch = tables.folders.patch(ref, (record) => record ?? created);
      return [
        Object.assign(patch, {
          created: (folder_id: number) => {
            patch.amend((record) => record ?? { ...created, folder_id });
          },
        }),
      ];
    }
    case 'folder.set': {
      const fields = editsOf(change);
      return [tables.folders.patch(change.folder_id, (record) => record && { ...record, ...fields })];
    }
    case 'folder.move': {
      const { folder_id, parent_folder_id } = change;
      return [tables.folders.patch(folder_id, (record) => record && { ...record, parent_folder_id })];
    }
    case 'folder.image':
      return [
        tables.folders.patch(
          change.folder_id,
          (record) => record && { ...record, image_s3_key: change.s3_key },
        ),
      ];
    case 'folder.delete':
      return [change.folder_id, ...library.tree.descendants(change.folder_id)].map((folder) =>
        tables.folders.patch(folder, () => undefined),
      );
    case 'member.set': {
      const { folder_id, link_id, present } = change;
      // The app does not read the `folder_link_id` before the server has assigned it.
      const created = { folder_link_id: 0, folder_id, link_id, updated_at: now };
      return [
        tables.folder_links.patch(membershipKey(folder_id, link_id), (record) =>
          present ? (record ?? created) : undefined,
        ),
      ];
    }
    case 'favorite.set': {
      const { object_type, object_id, on } = change;
      const created = { object_id, object_type, updated_at: now };
      return [
        tables.favorites.patch(favoriteKey(object_type, object_id), (record) =>
          on ? (record ?? created) : undefined,
        ),
      ];
    }
    case 'user.set':
      // The profile is not part of the library. It is updated from the answer.
      return [];
  }
}

function linkFields(change: ChangeOf<'link.set'>): Partial<LinkRecord> {
  const fields = editsOf(change);
  return fields.url === undefined ? fields : { ...fields, domain_name: domainOf(fields.url) };
}

/** Trims and completes texts as the server does, so that the record of the server confirms the patch. */
export function normalized(change: LibraryChange): LibraryChange {
  switch (change.kind) {
    case 'link.create':
      return { ...change, url: completeUrl(clean(change.url)) };
    case 'link.set': {
      const { url, name, note } = change;
      if (url === undefined && name === undefined && note === undefined) return change;
      return {
        ...change,
        ...(url === undefined ? {} : { url: completeUrl(clean(url)) }),
        ...(name === undefined ? {} : { name: clean(name) }),
        ...(note === undefined ? {} : { note: clean(note) }),
      };
    }
    case 'folder.create':
      return { ...change, name: clean(change.name) };
    case 'folder.set':
      return change.name === undefined ? change : { ...change, name: clean(change.name) };
    case 'user.set':
      return change.display_name === undefined
        ? change
        : { ...change, display_name: clean(change.display_name) };
    default:
      return change;
  }
}

function clean(text: string): string {
  return text.trim().toWellFormed();
}
