import { pick } from '@foldmark/library/changes/change';
import { Draft } from '@foldmark/library/changes/draft';
import { applyChange, type ChangeOf, type LibraryChange } from '@foldmark/library/changes/changes';
import type { Folder, FolderLink, Link, User } from '@foldmark/library/entities/entities';
import type { Status } from '@foldmark/library/entities/fields';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { FolderRecord, LinkRecord } from '@foldmark/library/entities/records';
import { LINK_NAME_MAX_LENGTH, ROOT_FOLDER_ID, STATUS_TRASHED } from '@foldmark/library/entities/limits';

import type { Performer } from '#web/sync/changes/perform.ts';
import type { Performed, PerformOptions } from '#web/sync/changes/performed.ts';
import { areDistinct, isNamed } from '@foldmark/library/memory/distinct-links';
import { countOf, type Items, itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { viewOf } from '@foldmark/library/memory/library-view';
import { numberText } from '@foldmark/library/text/number-text';

export interface NewLink {
  readonly url: string;
  /** The folder to add the new link to. */
  readonly folder?: Key | undefined;
}

export interface NewFolder {
  readonly name: string;
  /** 0 or undefined for the top level. */
  readonly parent?: Key | undefined;
  /** An emoji or the name of a color. Empty by default. */
  readonly icon?: string;
}

type Edits<K extends 'link.set' | 'folder.set' | 'user.set'> = Omit<
  ChangeOf<K>,
  'kind' | 'link_id' | 'folder_id' | 'if'
>;
export type LinkEdits = Edits<'link.set'>;
export type FolderEdits = Edits<'folder.set'>;
export type UserEdits = Edits<'user.set'>;

interface EditOptions<R extends object> extends PerformOptions {
  /** The record at the time when its dialog opened. A field that has changed since is left alone. */
  readonly opened?: R;
}

/** The location of an image in the bucket. */
export interface ImagePlace {
  readonly bucket: string;
  readonly key: string;
}

/** A new link or folder. It shows under its key at once. If the server refuses it, it is removed. */
export interface Created<A> extends Performed<A> {
  readonly key: Key;
}

export interface MergedGroup {
  readonly keep: Key;
  readonly others: readonly Key[];
}

export interface Merged extends Performed {
  /** The links that can't be merged. */
  readonly left: readonly Key[];
}

/**
 * Everything that a user can change in the library. Each action is one gesture: it shows at once, and one request sends it, or
 * several for a large one. With `isAwaited` the caller shows errors, otherwise they go to the failure list.
 */
export type Actions = ReturnType<typeof createActions>;

export function createActions(library: Library, performer: Pick<Performer, 'perform'>) {
  const one = <A extends object>(
    label: string,
    change: LibraryChange,
    options?: PerformOptions,
  ): Performed<A> => performer.perform<A>({ label, changes: [change] }, options);
  const many = (label: string, changes: readonly LibraryChange[], options?: PerformOptions): Performed =>
    performer.perform({ label, changes }, options);

  function setFavorites(items: Items, on: boolean): Performed {
    const changeOf = (object_type: ObjectKind) => (object_id: Key) =>
      ({ kind: 'favorite.set', object_type, object_id, on }) as const;
    return many(`${on ? 'Starred' : 'Unstarred'} ${describe(items)}`, [
      ...items.folders.map(changeOf('folder')),
      ...items.links.map(changeOf('link')),
    ]);
  }

  function setMembers(
    links: readonly Key[],
    folder: Key,
    present: boolean,
    options?: PerformOptions,
  ): Performed {
    const changes = links.map(
      (link_id) => ({ kind: 'member.set', folder_id: folder, link_id, present }) as const,
    );
    const name = library.folder(folder)?.name ?? '';
    const verb = present ? 'Added' : 'Removed';
    return performer.perform(
      {
        label: `${verb} ${describe(itemsOf('link', links))} ${present ? 'to' : 'from'} ${name}`,
        changes,
      },
      options,
    );
  }

  function deleteItems(items: Items): Performed {
    return many(`Deleted ${describe(items)} forever`, [
      ...items.links.map((link_id) => ({ kind: 'link.delete', link_id }) as const),
      ...items.folders.map((folder_id) => ({ kind: 'folder.delete', folder_id }) as const),
    ]);
  }

  return {
    createLink: ({ url, folder }: NewLink, options?: PerformOptions): Created<Link> => {
      const ref = library.tables.keys.next();
      const created = one<Link>('Added a link', { kind: 'link.create', ref, url }, options);
      // One undo reverts both.
      if (folder !== undefined) setMembers([ref], folder, true, { step: options?.step ?? created.id });
      return { ...created, key: ref };
    },
    /** One gesture, even for many links: one undo removes them all. */
    createLinks: (
      urls: readonly string[],
      folder: Key | null,
    ): Performed & { readonly keys: readonly Key[] } => {
      const links = urls.map((url) => ({ url, ref: library.tables.keys.next() }));
      const keys = links.map(({ ref }) => ref);
      const place = folder === null ? '' : ` to ${library.folder(folder)?.name ?? ''}`;
      const changes = links.flatMap(({ url, ref }): LibraryChange[] => [
        { kind: 'link.create', ref, url },
        ...(folder === null
          ? []
          : [{ kind: 'member.set', folder_id: folder, link_id: ref, present: true } as const]),
      ]);
      return { ...many(`Added ${describe(itemsOf('link', keys))}${place}`, changes), keys };
    },
    /** Adds a link to a search, with its name and as a favorite. */
    pinSearch: (url: string, name: string): Performed => {
      const ref = library.tables.keys.next();
      return many('Pinned a search', [
        { kind: 'link.create', ref, url },
        { kind: 'link.set', link_id: ref, name: name.slice(0, LINK_NAME_MAX_LENGTH).toWellFormed() },
        { kind: 'favorite.set', object_type: 'link', object_id: ref, on: true },
      ]);
    },
    updateLink: (
      link_id: Key,
      edits: LinkEdits,
      { opened, ...options }: EditOptions<LinkRecord> = {},
    ): Performed<Link> =>
      one('Edited a link', { kind: 'link.set', link_id, ...edits, ...guardOf(opened, edits) }, options),
    /** Status 2 moves to the trash, status 1 restores. */
    setItemsStatus: (items: Items, status_id: Status): Performed =>
      many(
        status_id === STATUS_TRASHED
          ? `Moved ${describe(items)} to the trash`
          : `Restored ${describe(items)}`,
        [
          ...items.folders.map((folder_id) => ({ kind: 'folder.set', folder_id, status_id }) as const),
          ...items.links.map((link_id) => ({ kind: 'link.set', link_id, status_id }) as const),
        ],
      ),
    setFavorites,
    toggleFavorite: (kind: ObjectKind, key: Key): Performed =>
      setFavorites(itemsOf(kind, [key]), !library.isFavorite(kind, key)),
    /** Deletes items of the trash forever, after a delay in which the user can undo this. */
    deleteItems,
    emptyTrash: (): Performed =>
      deleteItems({ links: library.links({ kind: 'trash' }).get(), folders: library.tree.trashed }),
    setLinkImage: (link_id: Key, place: ImagePlace | null, options?: PerformOptions): Performed<Link> =>
      one('Changed an image', { kind: 'link.image', link_id, ...placeOf(place) }, options),
    createFolder: (
      { name, parent = ROOT_FOLDER_ID, icon = '' }: NewFolder,
      options?: PerformOptions,
    ): Created<Folder> => {
      const ref = library.tables.keys.next();
      const change = {
        kind: 'folder.create',
        ref,
        name,
        parent_folder_id: parent,
        ...(icon === '' ? {} : { icon }),
      } as const;
      return { ...one<Folder>(`Created the folder ${name}`, change, options), key: ref };
    },
    updateFolder: (
      folder_id: Key,
      edits: FolderEdits,
      { opened, ...options }: EditOptions<FolderRecord> = {},
    ): Performed<Folder> =>
      one('Edited a folder', { kind: 'folder.set', folder_id, ...edits, ...guardOf(opened, edits) }, options),
    setFolderImage: (folder_id: Key, place: ImagePlace | null, options?: PerformOptions): Performed<Folder> =>
      one('Changed an image', { kind: 'folder.image', folder_id, ...placeOf(place) }, options),
    addLinkToFolder: (link: Key, folder: Key, options?: PerformOptions): Performed<FolderLink> =>
      one(
        'Added a link to a folder',
        { kind: 'member.set', folder_id: folder, link_id: link, present: true },
        options,
      ),
    addLinksToFolder: (links: readonly Key[], folder: Key, options?: PerformOptions): Performed =>
      setMembers(links, folder, true, options),
    removeLinkFromFolder: (link: Key, folder: Key): Performed => setMembers([link], folder, false),
    removeLinksFromFolder: (links: readonly Key[], folder: Key): Performed =>
      setMembers(links, folder, false),
    /**
     * Merges the `others` of each group into the link to `keep`. Skips links that are in the trash, and links whose joined note
     * would be too long. Returns the skipped links as `left`.
     */
    mergeLinks: (groups: readonly MergedGroup[]): Merged => {
      const draft = new Draft(viewOf(library));
      const left: Key[] = [];
      const changes = groups.flatMap(({ keep: into_id, others }) =>
        others.flatMap((link_id) => {
          const change = { kind: 'link.merge', link_id, into_id } as const;
          const applied = applyChange(change, draft, 0);
          if ('refused' in applied) {
            left.push(link_id);
            return [];
          }
          draft.commit(applied.edits);
          return [{ ...change, size: JSON.stringify(applied.edits).length }];
        }),
      );
      return { ...many(`Merged ${counted(changes.length, 'duplicate')}`, changes), left };
    },
    /** Marks pairs of links as no duplicates of each other, or removes these marks. */
    setDistinct: (pairs: readonly (readonly [Key, Key])[], distinct: boolean): Performed => {
      const changes = pairs.flatMap(([link, other]) => distinctChanges(library, link, other, distinct));
      const links = itemsOf('link', [...new Set(pairs.flat())]);
      return many(`Marked ${describe(links)} as ${distinct ? 'no' : 'possible'} duplicates`, changes);
    },
    moveFolder: (folder_id: Key, parent_folder_id: Key): Performed<Folder> =>
      one('Moved a folder', { kind: 'folder.move', folder_id, parent_folder_id }),
    /** Moves folders into `to` (0 is the root), and links into it: from the folder `from`, or from all their visible folders. */
    moveItems: (items: Items, from: Key | null, to: Key, options?: PerformOptions): Performed =>
      many(
        `Moved ${describe(items)} to ${library.folder(to)?.name ?? 'the top level'}`,
        [
          ...items.folders.map(
            (folder_id) => ({ kind: 'folder.move', folder_id, parent_folder_id: to }) as const,
          ),
          ...items.links.flatMap((link_id) => [
            ...(to === ROOT_FOLDER_ID
              ? []
              : [{ kind: 'member.set', folder_id: to, link_id, present: true } as const]),
            ...(from === null ? library.visibleFoldersOf(link_id) : [from])
              .filter((folder_id) => folder_id !== to)
              .map((folder_id) => ({ kind: 'member.set', folder_id, link_id, present: false }) as const),
          ]),
        ],
        options,
      ),
    /** `earlier` has the values before the user edited them, because the profile is not part of the library. */
    updateUser: (edits: UserEdits, earlier: UserEdits, options?: PerformOptions): Performed<User> =>
      one('Edited the profile', { kind: 'user.set', ...edits, if: earlier }, options),
  };
}

function guardOf<F extends object>(opened: F | undefined, edits: F): { readonly if?: Partial<F> } {
  return opened === undefined ? {} : { if: pick(opened, edits) };
}

/** Usually only one link of a pair has the mark, but an older change of another device may have marked both. */
function distinctChanges(
  library: Library,
  link_id: Key,
  other_id: Key,
  distinct: boolean,
): readonly ChangeOf<'link.distinct'>[] {
  const change = { kind: 'link.distinct', link_id, other_id, distinct } as const;
  if (distinct) return areDistinct(library, link_id, other_id) ? [] : [change];
  return [change, { ...change, link_id: other_id, other_id: link_id }].filter((one) =>
    isNamed(library, one.link_id, one.other_id),
  );
}

function placeOf(place: ImagePlace | null) {
  return { s3_bucket: place?.bucket ?? '', s3_key: place?.key ?? '' };
}

function describe(items: Items): string {
  const count = countOf(items);
  const links = items.links.length === 0 ? [] : [counted(items.links.length, 'link')];
  const folders = items.folders.length === 0 ? [] : [counted(items.folders.length, 'folder')];
  return count === 0 ? 'nothing' : [...folders, ...links].join(' and ');
}

function counted(count: number, noun: string): string {
  if (count === 1) return `a ${noun}`;
  return `${numberText(count)} ${noun}s`;
}
