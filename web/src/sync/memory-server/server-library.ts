import type { LinkView, SkipReason, RecordView } from '@foldmark/library/changes/change';
import { type Edit, type EditOf, withValues } from '@foldmark/library/changes/edits';
import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import { applyChange, type LibraryChange } from '@foldmark/library/changes/changes';
import { subjectOf } from '@foldmark/library/changes/references';
import type { LibraryCollection, ObjectKind } from '@foldmark/library/entities/collections';
import { newLink } from '@foldmark/library/entities/new-link';
import type {
  DocumentVersion,
  FolderRecord,
  LinkRecord,
  MembershipRecord,
  Micros,
} from '@foldmark/library/entities/records';

import { Documents } from '#web/sync/memory-server/documents.ts';

/** The effect of a change: the object that it is about, or why it was skipped. Some fields can be left alone. */
export interface Effect {
  readonly answer?: LinkRecord | FolderRecord | MembershipRecord;
  readonly skipped?: { readonly why: SkipReason; readonly fields?: readonly string[] };
  readonly edits?: readonly Edit[];
}

/** The library of one user on a server in memory: documents with versions, to which it commits the edits of changes. */
export class ServerLibrary implements RecordView {
  readonly links = new Documents<'links'>();
  readonly folders = new Documents<'folders'>();
  readonly memberships = new Documents<'folder_links'>();
  readonly favorites = new Documents<'favorites'>();
  readonly documents: { readonly [C in LibraryCollection]: Documents<C> } = {
    links: this.links,
    folders: this.folders,
    folder_links: this.memberships,
    favorites: this.favorites,
  };
  displayName = '';
  /** The titles of the pages whose links are named after them, by link. */
  readonly #titles = new Map<number, string>();
  readonly #now: () => Micros;
  /** The last id that an object has got. */
  lastId = 100;
  #lastVersion = 0;

  constructor(now: () => Micros) {
    this.#now = now;
  }

  /** Adds stored documents. */
  load<C extends LibraryCollection>(collection: C, versions: readonly DocumentVersion<C>[]): void {
    for (const { id, at, record } of versions) {
      if (record !== null) this.documents[collection].put(id, record);
      this.#lastVersion = Math.max(this.#lastVersion, at);
    }
  }

  /** The newest versions of all documents that were not deleted. */
  liveVersions<C extends LibraryCollection>(collection: C): readonly DocumentVersion<C>[] {
    return [...this.documents[collection].all].map(([id, record]) => ({ id, at: record.updated_at, record }));
  }

  execute(given: LibraryChange): Effect {
    const change = 'ref' in given ? { ...given, ref: this.nextId() } : given;
    const applied = applyChange(change, this, this.#now());
    if ('refused' in applied) return { skipped: { why: applied.refused } };
    const before = this.stored(change);
    for (const edit of applied.edits) this.#commit(edit);
    const answer = this.stored(change) ?? before;
    const { edits, leftAlone: fields } = applied;
    return {
      edits,
      ...(answer === undefined ? {} : { answer }),
      ...(fields.length === 0 ? {} : { skipped: { why: 'changed', fields } }),
    };
  }

  /** The current record of the object that a change is about. */
  stored(change: LibraryChange): Effect['answer'] {
    if (change.kind === 'member.set') return this.member(change.folder_id, change.link_id);
    const subject = subjectOf(change);
    if (subject === null) return undefined;
    return subject.kind === 'link' ? this.link(subject.id) : this.folder(subject.id);
  }

  /** Sets the title, as the server does after it has read the page of a link. */
  setTitle(link_id: number, name: string): void {
    const link = this.link(link_id);
    if (link === undefined) return;
    this.links.put(String(link_id), { ...link, name, updated_at: this.nextVersion() });
    this.#titles.set(link_id, name);
  }

  link(id: number): (LinkRecord & LinkView) | undefined {
    const link = this.links.all.get(String(id));
    return link && { ...link, page_title: this.#titles.get(id) };
  }

  folder(id: number): FolderRecord | undefined {
    return this.folders.all.get(String(id));
  }

  member(folder: number, link: number): MembershipRecord | undefined {
    return this.memberships.all.get(`${folder}_${link}`);
  }

  isFavorite(kind: ObjectKind, id: number): boolean {
    return this.favorites.all.has(`${kind}_${id}`);
  }

  distinctOf(link: number): readonly number[] {
    return this.link(link)?.distinct_from ?? [];
  }

  foldersOf(link: number): readonly number[] {
    return [...this.memberships.all.values()].flatMap((one) => (one.link_id === link ? [one.folder_id] : []));
  }

  isFolderUsed(folder: number): boolean {
    return (
      [...this.memberships.all.values()].some(({ folder_id }) => folder_id === folder) ||
      [...this.folders.all.values()].some(({ parent_folder_id }) => parent_folder_id === folder)
    );
  }

  user() {
    return { display_name: this.displayName };
  }

  #commit(edit: Edit): void {
    switch (edit.table) {
      case 'links':
        this.#commitLink(edit);
        return;
      case 'folders':
        this.#commitFolder(edit);
        return;
      case 'folder_links': {
        const { folder_id, link_id } = edit.key;
        const updated_at = this.nextVersion();
        const record = { folder_id, link_id, folder_link_id: this.nextId(), updated_at };
        put(this.memberships, `${folder_id}_${link_id}`, edit.after && record, updated_at);
        return;
      }
      case 'favorites': {
        const { object_type, object_id } = edit.key;
        const updated_at = this.nextVersion();
        put(
          this.favorites,
          `${object_type}_${object_id}`,
          edit.after && { ...edit.key, updated_at },
          updated_at,
        );
        return;
      }
      case 'distinct': {
        const { link_id, other_id } = edit.key;
        const link = this.links.all.get(String(link_id));
        if (link === undefined) return;
        const others = link.distinct_from.filter((id) => id !== other_id);
        const distinct_from = edit.after === null ? others : [...others, other_id];
        this.links.put(String(link_id), { ...link, distinct_from, updated_at: this.nextVersion() });
        return;
      }
      case 'users':
        this.displayName = edit.after.display_name ?? this.displayName;
    }
  }

  #commitLink({ key: { link_id }, after }: EditOf<'links'>): void {
    const updated_at = this.nextVersion();
    if (after === null) {
      for (const folder of this.foldersOf(link_id))
        this.memberships.delete(`${folder}_${link_id}`, this.nextVersion());
      put(this.favorites, `link_${link_id}`, null, this.nextVersion());
      this.links.delete(String(link_id), updated_at);
      return;
    }
    const created = { ...newLink(link_id, after.url ?? ''), created_at: 0, updated_at };
    if (after.name !== undefined) this.#titles.delete(link_id);
    const link = withValues<LinkRecord>(this.links.all.get(String(link_id)) ?? created, after);
    this.links.put(String(link_id), { ...link, updated_at });
  }

  #commitFolder({ key: { folder_id }, after }: EditOf<'folders'>): void {
    if (after === null) {
      this.#deleteFolder(folder_id);
      return;
    }
    const updated_at = this.nextVersion();
    const created = { ...NEW_FOLDER, folder_id, created_at: this.#now() };
    this.folders.put(String(folder_id), { ...created, ...this.folder(folder_id), ...after, updated_at });
  }

  #deleteFolder(id: number): void {
    this.folders.delete(String(id), this.nextVersion());
    put(this.favorites, `folder_${id}`, null, this.nextVersion());
    for (const [key, { folder_id }] of this.memberships.all)
      if (folder_id === id) this.memberships.delete(key, this.nextVersion());
    for (const folder of this.folders.all.values())
      if (folder.parent_folder_id === id) this.#deleteFolder(folder.folder_id);
  }

  /** A new id of a link, folder or membership. */
  nextId(): number {
    this.lastId += 1;
    return this.lastId;
  }

  /** The timestamp of a new version, later than all earlier ones. */
  nextVersion(): Micros {
    this.#lastVersion = Math.max(this.#lastVersion + 1, this.#now());
    return this.#lastVersion;
  }
}

function put<C extends LibraryCollection>(
  documents: Documents<C>,
  id: string,
  record: Parameters<Documents<C>['put']>[1] | null,
  at: Micros,
): void {
  if (record !== null) documents.put(id, record);
  else if (documents.all.has(id)) documents.delete(id, at);
}
