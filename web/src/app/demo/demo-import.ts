import type { ImportFolder, ImportLink, ImportPart } from '@foldmark/contract/imports';
import { NEW_FOLDER } from '@foldmark/library/changes/folder-create';
import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { filling, picked } from '@foldmark/library/entities/derive';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { LINK_DETAILS } from '@foldmark/library/entities/link';
import { newLink } from '@foldmark/library/entities/new-link';
import { microsOf, type LinkRecord, type Records } from '@foldmark/library/entities/records';

import type { ServerLibrary } from '#web/sync/memory-server/server-library.ts';

export interface DemoImported {
  /** How many links the import has created. */
  readonly links: number;
  /** Takes back what the import has done, except for what has changed since. */
  readonly undo: () => void;
}

/**
 * Imports a file into the demo, as the job of the real server does: a folder with the same path is used, and a link with the same
 * url gets the folders and what it lacks. `afterPart` lets the page answer the user.
 */
export async function importIntoDemo(
  server: ServerLibrary,
  parts: readonly ImportPart[],
  target: number,
  afterPart: () => Promise<void>,
): Promise<DemoImported> {
  const running = new DemoImport(server, target);
  for (const { folders, links } of parts) {
    for (const folder of folders) running.addFolder(folder);
    for (const link of links) running.addLink(link);
    await afterPart();
  }
  return { links: running.links, undo: () => running.undo() };
}

class DemoImport {
  links = 0;
  readonly #server: ServerLibrary;
  readonly #target: number;
  /** The ids of the folders and links of the file, by their numbers in it. */
  readonly #folderIds: number[] = [];
  readonly #linkIds: number[] = [];
  readonly #folderAt = new Map<string, number>();
  readonly #linkAt = new Map<string, number>();
  /** Undoes each document that was written, unless it has changed since. Oldest first. */
  readonly #undos: Record<LibraryCollection, (() => void)[]> = {
    links: [],
    folders: [],
    folder_links: [],
    favorites: [],
  };

  #filed: ReadonlySet<number> = new Set();

  constructor(server: ServerLibrary, target: number) {
    this.#server = server;
    this.#target = target;
    for (const { folder_id, parent_folder_id, name, status_id } of server.folders.all.values())
      if (status_id === STATUS_ACTIVE) this.#folderAt.set(`${parent_folder_id} ${name}`, folder_id);
    for (const { link_id, url, status_id } of server.links.all.values())
      if (status_id === STATUS_ACTIVE) this.#linkAt.set(url, link_id);
  }

  addFolder({ name, parent, favorite, trashed }: ImportFolder): void {
    const parent_folder_id = this.#folderIds[parent] ?? this.#target;
    const place = `${parent_folder_id} ${name}`;
    const known = trashed === true ? undefined : this.#folderAt.get(place);
    const folder_id = known ?? this.#server.nextId();
    this.#folderIds.push(folder_id);
    if (known !== undefined) return;
    if (trashed !== true) this.#folderAt.set(place, folder_id);
    const updated_at = this.#server.nextVersion();
    this.#put('folders', String(folder_id), {
      ...NEW_FOLDER,
      folder_id,
      name,
      parent_folder_id,
      status_id: trashed === true ? STATUS_TRASHED : STATUS_ACTIVE,
      created_at: updated_at,
      updated_at,
    });
    if (favorite === true) this.#star('folder', folder_id);
  }

  addLink(link: ImportLink): void {
    const last = this.#linkIds.at(-1);
    const link_id = link.continues === true && last !== undefined ? last : this.#findOrCreate(link);
    this.#linkIds.push(link_id);
    const folders = link.folders.flatMap((number) => this.#folderIds[number] ?? []);
    for (const folder of folders.length === 0 && this.#target !== 0 ? [this.#target] : folders)
      this.#file(folder, link_id);
    if (link.favorite === true) this.#star('link', link_id);
  }

  undo(): void {
    runLatestFirst(this.#undos.favorites);
    runLatestFirst(this.#undos.folder_links);
    // Only what the user has done since is left of these.
    this.#filed = new Set([...this.#server.memberships.all.values()].map(({ link_id }) => link_id));
    runLatestFirst(this.#undos.links);
    runLatestFirst(this.#undos.folders);
  }

  #findOrCreate(link: ImportLink): number {
    const known = link.trashed === true ? undefined : this.#linkAt.get(link.url);
    const stored = known === undefined ? undefined : this.#server.links.all.get(String(known));
    const updated_at = this.#server.nextVersion();
    if (stored !== undefined) {
      const filled = filling(LINK_DETAILS, stored, link);
      if (Object.keys(filled).length > 0)
        this.#put('links', String(stored.link_id), { ...stored, ...filled, updated_at });
      return stored.link_id;
    }
    const link_id = this.#server.nextId();
    this.#put('links', String(link_id), { ...this.#recordOf(link_id, link), updated_at });
    if (link.trashed !== true) this.#linkAt.set(link.url, link_id);
    this.links += 1;
    return link_id;
  }

  #recordOf(link_id: number, link: ImportLink): Omit<LinkRecord, 'updated_at'> {
    const { url, name, description, created_at, trashed, distinct_from = [] } = link;
    return {
      ...newLink(link_id, url),
      ...(name === '' ? {} : { name }),
      ...picked(LINK_DETAILS, link),
      ...(description === undefined ? {} : { description }),
      status_id: trashed === true ? STATUS_TRASHED : STATUS_ACTIVE,
      distinct_from: distinct_from.flatMap((number) => this.#linkIds[number] ?? []),
      created_at: microsOf(created_at === undefined ? new Date() : new Date(created_at)),
    };
  }

  #file(folder_id: number, link_id: number): void {
    const id = `${folder_id}_${link_id}`;
    if (this.#server.memberships.all.has(id)) return;
    const folder_link_id = this.#server.nextId();
    const updated_at = this.#server.nextVersion();
    this.#put('folder_links', id, { folder_link_id, folder_id, link_id, updated_at });
  }

  #star(object_type: 'link' | 'folder', object_id: number): void {
    const id = `${object_type}_${object_id}`;
    if (this.#server.favorites.all.has(id)) return;
    this.#put('favorites', id, { object_type, object_id, updated_at: this.#server.nextVersion() });
  }

  #put<C extends LibraryCollection>(collection: C, id: string, record: Records[C]): void {
    const documents = this.#server.documents[collection];
    const before = documents.all.get(id);
    documents.put(id, record);
    this.#undos[collection].push(() => {
      if (documents.all.get(id)?.updated_at !== record.updated_at) return;
      const updated_at = this.#server.nextVersion();
      if (before !== undefined) documents.put(id, { ...before, updated_at });
      else if (!this.#isUsed(record)) documents.delete(id, updated_at);
    });
  }

  /** Whether the user has filed or starred a created link since, or put something into a created folder. */
  #isUsed(record: Records[LibraryCollection]): boolean {
    if ('parent_folder_id' in record)
      return (
        this.#server.isFavorite('folder', record.folder_id) || this.#server.isFolderUsed(record.folder_id)
      );
    return (
      'url' in record && (this.#server.isFavorite('link', record.link_id) || this.#filed.has(record.link_id))
    );
  }
}

function runLatestFirst(undos: readonly (() => void)[]): void {
  for (const undo of undos.toReversed()) undo();
}
