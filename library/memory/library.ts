import type { LibraryCollection, ObjectKind } from '#library/entities/collections.ts';
import type { DocumentVersion, FolderRecord, LinkRecord } from '#library/entities/records.ts';
import { STATUS_ACTIVE } from '#library/entities/limits.ts';

import { CountsBelow } from './counts-below.ts';
import { FolderTree } from './folder-tree.ts';
import type { Key } from './keys.ts';
import { reuseList } from './reuse-list.ts';
import type { LinkQuery } from './link-query.ts';
import type { LinkView } from './link-view.ts';
import { type LinkOrder, type LinkScope, LinkViews } from './link-views.ts';
import { hasSameSortKeys } from '#library/order/link-sorting.ts';
import { MembershipIndex } from './membership-index.ts';
import { favoriteKey, favoriteOf, membershipKey, membersOf } from './pairs.ts';
import { Tables, type Touched } from './tables.ts';
import { PENDING_TOPICS, type Topic, type TopicKind, Topics, type Unsubscribe } from './topics.ts';

/**
 * A user's library as the app shows it: the server's records with this tab's optimistic updates. All lists and counts are derived
 * from them and updated incrementally. Independent of the network and of React.
 */
export class Library {
  readonly tables: Tables;
  readonly #topics = new Topics();
  readonly #members = new MembershipIndex(
    (link) => isActive(this.link(link)),
    (folder, difference) => {
      this.#below.countChanged(folder, difference);
      this.#notify('count', folder);
    },
  );
  readonly #below = new CountsBelow();
  readonly #views = new LinkViews({
    link: (key) => this.link(key),
    links: () => this.tables.links.keys(),
    linksIn: (folder) => this.linksIn(folder),
    isFavorite: (link) => this.isFavorite('link', link),
    favorites: () =>
      [...this.tables.favorites.entries()]
        .map(([key]) => favoriteOf(key))
        .flatMap(({ kind, key }) => (kind === 'link' ? [key] : [])),
  });
  readonly #linkWatchers = new Set<(changed: ReadonlySet<Key>) => void>();
  #tree = new FolderTree(new Map());
  #favoriteFolders: readonly Key[] = [];
  /** The number of unsent changes of each link and folder. */
  readonly #pending = { link: new Map<Key, number>(), folder: new Map<Key, number>() };
  #toNotify = new Set<() => void>();
  #depth = 0;

  /** New links and folders get keys lower than `firstKey`. */
  constructor(firstKey: Key = 0) {
    this.tables = new Tables(firstKey);
  }

  /** Every change of the tables must run in a batch. At its end, the lists are updated and the listeners are called once. */
  batch(change: () => void): void {
    this.#depth += 1;
    try {
      change();
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0) this.#commit();
    }
  }

  receive<C extends LibraryCollection>(collection: C, changes: readonly DocumentVersion<C>[]): void {
    this.batch(() => {
      this.tables.receive(collection, changes);
    });
  }

  replace<C extends LibraryCollection>(collection: C, changes: readonly DocumentVersion<C>[]): void {
    this.batch(() => {
      this.tables.replace(collection, changes);
    });
  }

  subscribe(topic: Topic, listener: () => void): Unsubscribe {
    return this.#topics.subscribe(topic, listener);
  }

  /** Whether a row or a page subscribes to the link or folder. */
  isVisible(kind: ObjectKind, key: Key): boolean {
    return this.#topics.has(kind, key);
  }

  /** Calls the listener with all links that may have changed, before the lists are updated. */
  watchLinks(listener: (changed: ReadonlySet<Key>) => void): Unsubscribe {
    this.#linkWatchers.add(listener);
    return () => {
      this.#linkWatchers.delete(listener);
    };
  }

  /** The key of an object, from its id or its key. */
  keyOf(kind: ObjectKind, idOrKey: number): Key {
    return this.tables.keys.keyOf(kind, idOrKey);
  }

  link(key: Key): LinkRecord | undefined {
    return this.tables.links.get(key);
  }

  folder(key: Key): FolderRecord | undefined {
    return this.tables.folders.get(key);
  }

  isFavorite(kind: ObjectKind, key: Key): boolean {
    return this.tables.favorites.get(favoriteKey(kind, key)) !== undefined;
  }

  isMember(folder: Key, link: Key): boolean {
    return this.tables.folder_links.get(membershipKey(folder, link)) !== undefined;
  }

  /** Whether a link or folder has changes that the server has not confirmed. */
  isPending(kind: ObjectKind, key: Key): boolean {
    return this.#pending[kind].has(key);
  }

  /** Adds to the number of unconfirmed changes of a link or folder. */
  addPending(kind: ObjectKind, key: Key, count: 1 | -1): void {
    const pending = this.#pending[kind];
    const before = pending.get(key) ?? 0;
    if (before + count === 0) pending.delete(key);
    else pending.set(key, before + count);
    if (before === 0 || before + count === 0) this.#notify(PENDING_TOPICS[kind], key);
  }

  /** Whether a folder contains a link, active or not. */
  hasLinks(folder: Key): boolean {
    return (this.linksIn(folder)?.size ?? 0) > 0;
  }

  /** The links in a folder, active or not. */
  linksIn(folder: Key): ReadonlySet<Key> | undefined {
    return this.#members.linksIn(folder);
  }

  /** The number of active links in a folder. */
  count(folder: Key): number {
    return this.#members.count(folder);
  }

  /** The number of active links in the folders below a folder. */
  countBelow(folder: Key): number {
    return this.#below.get(folder);
  }

  /** All folders that contain a link, visible or not, unsorted. The list keeps its identity until its content changes. */
  foldersOf(link: Key): readonly Key[] {
    return this.#members.foldersOf(link);
  }

  /** The folders of a link that are not in the trash. */
  visibleFoldersOf(link: Key): readonly Key[] {
    return this.foldersOf(link).filter((folder) => this.#tree.isVisible(folder));
  }

  /** The tree is immutable: a change of the folders creates a new one. */
  get tree(): FolderTree {
    return this.#tree;
  }

  /** The visible favorite folders, sorted by name. */
  get favoriteFolders(): readonly Key[] {
    return this.#favoriteFolders;
  }

  links(scope: LinkScope, order: LinkOrder = 'url', query: LinkQuery | null = null): LinkView {
    return this.#views.view(scope, order, query);
  }

  /** The keys of all images, stored icons and pictures in use. */
  imageKeys(): ReadonlySet<string> {
    const keys = new Set<string>();
    for (const [, record] of [...this.tables.links.entries(), ...this.tables.folders.entries()])
      for (const key of imagesOf(record)) keys.add(key);
    return keys;
  }

  #commit(): void {
    const touched = this.tables.takeTouched();
    const changed = new Set<Key>();
    const moved = this.#commitLinks(touched, changed);
    this.#commitMemberships(touched, changed);
    this.#commitFavorites(touched, changed);
    const areFavoritesTouched = this.#commitFolders(touched);
    if (areFavoritesTouched) this.#listFavoriteFolders();
    const listeners = this.#toNotify;
    this.#toNotify = new Set();
    if (changed.size > 0) {
      // Watchers first, because an updated search compares the texts that its index has read.
      for (const watch of this.#linkWatchers) watch(changed);
      for (const listener of this.#views.update({ changed, moved })) listeners.add(listener);
    }
    for (const listener of listeners) listener();
  }

  #notify(kind: TopicKind, key: Key | string): void {
    this.#topics.collect(kind, key, this.#toNotify);
  }

  #commitLinks({ links }: Touched, changed: Set<Key>): ReadonlySet<Key> {
    const moved = new Set<Key>();
    for (const [key, before] of links) {
      const after = this.link(key);
      if (after === before) continue;
      changed.add(key);
      this.#notify('link', key);
      if (losesImage(before, after)) this.#notify('images', '');
      this.#members.linkChanged(key, isActive(before), isActive(after));
      if (before === undefined || after === undefined || !hasSameSortKeys(before, after)) moved.add(key);
    }
    return moved;
  }

  #commitMemberships({ folder_links }: Touched, changed: Set<Key>): void {
    for (const [key, before] of folder_links) {
      const isThere = this.tables.folder_links.get(key) !== undefined;
      if (isThere === (before !== undefined)) continue;
      const { folder, link } = membersOf(key);
      if (isThere) this.#members.add(folder, link);
      else this.#members.remove(folder, link);
      changed.add(link);
      this.#notify('membership', key);
      this.#notify('foldersOf', link);
    }
  }

  #commitFavorites({ favorites }: Touched, changed: Set<Key>): void {
    for (const [key, before] of favorites) {
      if ((this.tables.favorites.get(key) === undefined) === (before === undefined)) continue;
      const { kind, key: object } = favoriteOf(key);
      if (kind === 'link') changed.add(object);
      this.#notify('favorite', key);
    }
  }

  /** Returns whether the list of favorite folders may have changed. */
  #commitFolders({ folders, favorites }: Touched): boolean {
    let isTreeTouched = false;
    for (const [key, before] of folders) {
      const after = this.folder(key);
      if (after === before) continue;
      this.#notify('folder', key);
      if (losesImage(before, after)) this.#notify('images', '');
      isTreeTouched ||= !isSameNode(before, after);
    }
    if (!isTreeTouched) this.#notifyCounts(this.#below.settle(this.#tree));
    else {
      const nodes = new Map(
        [...this.tables.folders.entries()].map(([key, { name, status_id, parent_folder_id }]) => [
          key,
          { name, status_id, parent_folder_id: this.keyOf('folder', parent_folder_id) },
        ]),
      );
      this.#tree = new FolderTree(nodes, this.#tree);
      this.#notify('tree', '');
      this.#notifyCounts(this.#below.rebuild(this.#tree, (folder) => this.count(folder)));
    }
    return isTreeTouched || favorites.size > 0;
  }

  #notifyCounts(folders: Iterable<Key>): void {
    for (const folder of folders) this.#notify('count', folder);
  }

  #listFavoriteFolders(): void {
    const list = reuseList(
      this.#tree.visible.filter((key) => this.isFavorite('folder', key)),
      this.#favoriteFolders,
    );
    if (list === this.#favoriteFolders) return;
    this.#favoriteFolders = list;
    this.#notify('favoriteFolders', '');
  }
}

function isActive(link: LinkRecord | undefined): boolean {
  return link?.status_id === STATUS_ACTIVE;
}

function imagesOf(record: LinkRecord | FolderRecord): readonly string[] {
  const ofPage = 'favicon_key' in record ? [record.favicon_key, record.picture_s3_key] : [];
  return [record.image_s3_key, ...ofPage].filter((key) => key !== '');
}

function losesImage(
  before: LinkRecord | FolderRecord | undefined,
  after: LinkRecord | FolderRecord | undefined,
): boolean {
  if (before === undefined) return false;
  if (!uses(after, before.image_s3_key)) return true;
  return 'favicon_key' in before && !(uses(after, before.favicon_key) && uses(after, before.picture_s3_key));
}

/** Creates no list of keys, because 10,000 links can change at once. */
function uses(record: LinkRecord | FolderRecord | undefined, key: string): boolean {
  if (key === '' || key === record?.image_s3_key) return true;
  if (record === undefined || !('favicon_key' in record)) return false;
  return key === record.favicon_key || key === record.picture_s3_key;
}

/** Whether both records give the same tree. The id counts too, because sub-folders refer to it. */
function isSameNode(left: FolderRecord | undefined, right: FolderRecord | undefined): boolean {
  return (
    left?.folder_id === right?.folder_id &&
    left?.name === right?.name &&
    left?.status_id === right?.status_id &&
    left?.parent_folder_id === right?.parent_folder_id
  );
}
