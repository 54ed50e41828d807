import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';
import type { Apply, Patch, TablePatch } from '#web/sync/library/layered-table.ts';
import type { Library } from '#web/sync/library/library.ts';
import { favoriteKey, membershipKey } from '#web/sync/library/pairs.ts';
import type { FolderRecord, LinkRecord, Micros } from '#web/sync/model/records.ts';

/** Creates the patches that show a change optimistically, before the server answers. */
export class Patches {
  readonly #library: Library;
  readonly #now: () => Micros;

  constructor(library: Library, now: () => Micros) {
    this.#library = library;
    this.#now = now;
  }

  link(key: Key, apply: Apply<LinkRecord>): TablePatch<LinkRecord> {
    return this.#library.tables.links.patch(key, apply);
  }

  folder(key: Key, apply: Apply<FolderRecord>): TablePatch<FolderRecord> {
    return this.#library.tables.folders.patch(key, apply);
  }

  /** Does not bring back a deleted record. */
  linkFields(key: Key, fields: Partial<LinkRecord>): TablePatch<LinkRecord> {
    return this.link(key, (record) => record && { ...record, ...fields });
  }

  folderFields(key: Key, fields: Partial<FolderRecord>): TablePatch<FolderRecord> {
    return this.folder(key, (record) => record && { ...record, ...fields });
  }

  favorite(kind: ObjectKind, key: Key, isFavorite: boolean): Patch {
    const created = { object_id: key, object_type: kind, updated_at: this.#now() };
    return this.#library.tables.favorites.patch(favoriteKey(kind, key), (record) =>
      isFavorite ? (record ?? created) : undefined,
    );
  }

  /** The `folder_link_id` of 0 is a placeholder: the app does not read it before the server assigns one. */
  membership(folder: Key, link: Key, isMember: boolean): Patch {
    const created = { folder_link_id: 0, folder_id: folder, link_id: link, updated_at: this.#now() };
    return this.#library.tables.folder_links.patch(membershipKey(folder, link), (record) =>
      isMember ? (record ?? created) : undefined,
    );
  }
}

export function laneOf(kind: ObjectKind, key: Key): string {
  return `${kind}:${key}`;
}
