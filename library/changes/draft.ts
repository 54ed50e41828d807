import type { LinkView, RecordView } from '#library/changes/change.ts';
import type { Edit, EditOf, FolderValues, UserValues } from '#library/changes/edits.ts';
import { NEW_FOLDER } from '#library/changes/folder-create.ts';
import type { ObjectKind } from '#library/entities/collections.ts';
import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';
import { newLink } from '#library/entities/new-link.ts';

type Folder = Required<FolderValues>;
type Member = { readonly folder_link_id: number };

/** A view with the edits so far, for changes that depend on earlier ones. Null marks a record that an edit has deleted. */
export class Draft implements RecordView {
  readonly #under: RecordView;
  readonly #links = new Map<number, LinkView | null>();
  readonly #folders = new Map<number, Folder | null>();
  /** The memberships by link, then by folder. */
  readonly #members = new Map<number, Map<number, Member | null>>();
  readonly #favorites = new Map<string, boolean>();
  /** The marks by link, then by the other link. */
  readonly #distinct = new Map<number, Map<number, boolean>>();
  #user: UserValues | undefined;
  #hasDeletedFolder = false;

  constructor(under: RecordView) {
    this.#under = under;
  }

  link(id: number): LinkView | undefined {
    const own = this.#links.get(id);
    return own === undefined ? this.#under.link(id) : (own ?? undefined);
  }

  folder(id: number): Folder | undefined {
    return this.#isDeleted('folder', id) ? undefined : (this.#folders.get(id) ?? this.#under.folder(id));
  }

  member(folder: number, link: number): Member | undefined {
    const own = this.#members.get(link)?.get(folder);
    const member = own === undefined ? this.#under.member(folder, link) : (own ?? undefined);
    return member === undefined || this.#isDeleted('link', link) || this.#isDeleted('folder', folder)
      ? undefined
      : member;
  }

  isFavorite(kind: ObjectKind, id: number): boolean {
    if (this.#isDeleted(kind, id)) return false;
    return this.#favorites.get(`${kind} ${id}`) ?? this.#under.isFavorite(kind, id);
  }

  distinctOf(link: number): readonly number[] {
    if (this.#isDeleted('link', link)) return [];
    const others = new Set(this.#under.distinctOf(link));
    for (const [other, isNamed] of this.#distinct.get(link) ?? []) {
      if (isNamed) others.add(other);
      else others.delete(other);
    }
    return [...others];
  }

  foldersOf(link: number): readonly number[] {
    const folders = this.#under.foldersOf(link);
    if (this.#members.size + this.#folders.size + this.#links.size === 0) return folders;
    const all = new Set([...folders, ...(this.#members.get(link)?.keys() ?? [])]);
    return [...all].filter((folder) => this.member(folder, link) !== undefined);
  }

  /** May be true for a folder that the edits have emptied, because a view does not tell how much a folder contains. */
  isFolderUsed(folder: number): boolean {
    if (this.#under.isFolderUsed(folder)) return true;
    for (const [link, folders] of this.#members)
      if (folders.has(folder) && this.member(folder, link) !== undefined) return true;
    for (const [id, own] of this.#folders)
      if (own?.parent_folder_id === folder && this.folder(id) !== undefined) return true;
    return false;
  }

  user(): UserValues | undefined {
    return this.#user ?? this.#under.user();
  }

  commit(edits: readonly Edit[]): void {
    for (const edit of edits) this.#commit(edit);
  }

  #commit(edit: Edit): void {
    switch (edit.table) {
      case 'links':
        this.#commitLink(edit);
        return;
      case 'folders':
        this.#commitFolder(edit);
        return;
      case 'folder_links':
        inner(this.#members, edit.key.link_id).set(edit.key.folder_id, edit.after);
        return;
      case 'favorites':
        this.#favorites.set(`${edit.key.object_type} ${edit.key.object_id}`, edit.after !== null);
        return;
      case 'distinct':
        inner(this.#distinct, edit.key.link_id).set(edit.key.other_id, edit.after !== null);
        return;
      case 'users':
        this.#user = { ...this.user(), ...edit.after };
    }
  }

  #commitLink({ key: { link_id }, after }: EditOf<'links'>): void {
    const link = this.link(link_id) ?? { ...newLink(link_id, after?.url ?? ''), created_at: 0 };
    this.#links.set(link_id, after && { ...link, ...after });
  }

  #commitFolder({ key: { folder_id }, after }: EditOf<'folders'>): void {
    this.#hasDeletedFolder ||= after === null;
    this.#folders.set(folder_id, after && { ...(this.folder(folder_id) ?? NEW_FOLDER), ...after });
  }

  /** The subfolders of a deleted folder are deleted too. */
  #isDeleted(kind: ObjectKind, id: number): boolean {
    if (kind === 'link') return this.#links.get(id) === null;
    if (!this.#hasDeletedFolder) return false;
    const visited = new Set<number>();
    for (let at = id; at !== ROOT_FOLDER_ID && !visited.has(at);) {
      visited.add(at);
      const own = this.#folders.get(at);
      if (own === null) return true;
      at = (own ?? this.#under.folder(at))?.parent_folder_id ?? ROOT_FOLDER_ID;
    }
    return false;
  }
}

function inner<V>(maps: Map<number, Map<number, V>>, id: number): Map<number, V> {
  const known = maps.get(id);
  if (known !== undefined) return known;
  const created = new Map<number, V>();
  maps.set(id, created);
  return created;
}
