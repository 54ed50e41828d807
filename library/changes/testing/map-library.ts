import type { LinkView, RecordView } from '#library/changes/change.ts';
import { NEW_FOLDER } from '#library/changes/folder-create.ts';
import type { Edit, FolderValues, UserValues } from '#library/changes/edits.ts';
import type { ObjectKind } from '#library/entities/collections.ts';
import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';
import { newLink } from '#library/entities/new-link.ts';

/** A library in memory, in maps, for tests. */
export class MapLibrary implements RecordView {
  readonly links = new Map<number, LinkView>();
  readonly folders = new Map<number, Required<FolderValues>>();
  /** By `folder link`, for example '1 2'. */
  readonly members = new Map<string, { readonly folder_link_id: number }>();
  /** Items in the form `kind id`. */
  readonly favorites = new Set<string>();
  /** Pairs in the form `link other`. */
  readonly distinct = new Set<string>();
  profile: Required<UserValues> = { display_name: '', time_zone_abbreviation: '' };
  #lastId = 0;

  link(id: number): LinkView | undefined {
    return this.links.get(id);
  }

  folder(id: number): Required<FolderValues> | undefined {
    return this.folders.get(id);
  }

  member(folder: number, link: number): { readonly folder_link_id: number } | undefined {
    return this.members.get(`${folder} ${link}`);
  }

  isFavorite(kind: ObjectKind, id: number): boolean {
    return this.favorites.has(`${kind} ${id}`);
  }

  distinctOf(link: number): readonly number[] {
    return [...this.distinct]
      .map((pair) => pair.split(' ').map(Number))
      .flatMap(([one, other = 0]) => (one === link ? [other] : []));
  }

  foldersOf(link: number): readonly number[] {
    return [...this.members.keys()]
      .map((key) => key.split(' ').map(Number))
      .flatMap(([folder = ROOT_FOLDER_ID, member]) => (member === link ? [folder] : []));
  }

  isFolderUsed(folder: number): boolean {
    const hasLink = [...this.members.keys()].some((key) => key.startsWith(`${folder} `));
    return hasLink || [...this.folders.values()].some(({ parent_folder_id }) => parent_folder_id === folder);
  }

  user(): UserValues {
    return this.profile;
  }

  /** Returns the edits with the ids of new memberships, as an action stores them. */
  commit(edits: readonly Edit[]): readonly Edit[] {
    return edits.map((edit) => {
      const stored = this.#withId(edit);
      this.#commit(stored);
      return stored;
    });
  }

  #withId(edit: Edit): Edit {
    if (edit.table !== 'folder_links' || edit.after?.folder_link_id !== 0) return edit;
    return { ...edit, after: { folder_link_id: this.#nextId() } };
  }

  #commit(edit: Edit): void {
    switch (edit.table) {
      case 'links': {
        const { link_id } = edit.key;
        if (edit.after === null) this.#deleteLink(link_id);
        else {
          const created = { ...newLink(link_id, ''), created_at: 0 };
          this.links.set(link_id, { ...created, ...this.links.get(link_id), ...edit.after });
        }
        return;
      }
      case 'folders': {
        const { folder_id } = edit.key;
        if (edit.after === null) this.#deleteFolder(folder_id);
        else {
          this.folders.set(folder_id, { ...NEW_FOLDER, ...this.folders.get(folder_id), ...edit.after });
        }
        return;
      }
      case 'folder_links': {
        const key = `${edit.key.folder_id} ${edit.key.link_id}`;
        if (edit.after === null) this.members.delete(key);
        else this.members.set(key, edit.after);
        return;
      }
      case 'favorites':
        toggle(this.favorites, `${edit.key.object_type} ${edit.key.object_id}`, edit.after !== null);
        return;
      case 'distinct':
        toggle(this.distinct, `${edit.key.link_id} ${edit.key.other_id}`, edit.after !== null);
        return;
      case 'users':
        this.profile = { ...this.profile, ...edit.after };
    }
  }

  #deleteLink(id: number): void {
    this.links.delete(id);
    for (const folder of this.foldersOf(id)) this.members.delete(`${folder} ${id}`);
    this.favorites.delete(`link ${id}`);
    for (const pair of this.distinct) if (pair.startsWith(`${id} `)) this.distinct.delete(pair);
  }

  #deleteFolder(id: number): void {
    this.folders.delete(id);
    for (const key of this.members.keys()) if (key.startsWith(`${id} `)) this.members.delete(key);
    this.favorites.delete(`folder ${id}`);
    for (const [child, { parent_folder_id }] of this.folders)
      if (parent_folder_id === id) this.#deleteFolder(child);
  }

  #nextId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** The whole content, for comparisons. */
  contents(): object {
    return {
      links: Object.fromEntries(this.links),
      folders: Object.fromEntries(this.folders),
      members: [...this.members.keys()].toSorted(),
      favorites: [...this.favorites].toSorted(),
      distinct: [...this.distinct].toSorted(),
      profile: this.profile,
    };
  }
}

function toggle(set: Set<string>, key: string, on: boolean): void {
  if (on) set.add(key);
  else set.delete(key);
}
