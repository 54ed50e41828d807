/// <reference lib="dom" />
// oxlint-disable unicorn/consistent-function-scoping -- functions that run in the page can't use names from outside

import { collectionPath } from '@foldmark/contract/firestore-paths';
import { LIBRARY_COLLECTIONS, type LibraryCollection } from '@foldmark/library/entities/collections';
import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';
import { compareLinks } from '@foldmark/library/order/order';
import { readChunk } from '@foldmark/contract/library-chunks';
import type { Page } from '@playwright/test';
import type { Firestore } from 'firebase-admin/firestore';

/** A library on the server or in a replica: by collection and document id, the comparable fields as JSON. */
export type LibraryState = Readonly<Record<LibraryCollection, ReadonlyMap<string, string>>>;

interface LinkFields {
  readonly link_id: number;
  readonly url: string;
  readonly name: string;
  readonly status_id: number;
  readonly image_s3_key: string;
}

/** The comparable fields. The replica formats timestamps differently. */
const FIELDS = {
  links: ['link_id', 'url', 'name', 'status_id', 'image_s3_key'],
  folders: ['folder_id', 'name', 'status_id', 'parent_folder_id', 'image_s3_key'],
  folder_links: ['folder_id', 'link_id'],
  favorites: ['object_id', 'object_type'],
} as const satisfies Record<LibraryCollection, readonly string[]>;

export async function libraryOnServer(firestore: Firestore, uid: string): Promise<LibraryState> {
  return eachCollection(async (collection) => {
    const { docs } = await firestore.collection(collectionPath(uid, collection)).get();
    const live = docs.filter((document) => document.get('deleted') !== true);
    return new Map(live.map((document) => [document.id, comparable(collection, document.data())]));
  });
}

export async function libraryInReplica(page: Page, uid: string): Promise<LibraryState> {
  const chunks = await page.evaluate(readChunks, `foldmark-library-${uid}`);
  return eachCollection(async (collection) => {
    const all = (chunks[collection] ?? []).flatMap((text) => readChunk(collection, text));
    return new Map(
      all.flatMap(({ id, record }) =>
        record === null ? [] : [[id, comparable(collection, record)] as const],
      ),
    );
  });
}

/** Runs in the page. */
async function readChunks(name: string): Promise<Readonly<Record<string, readonly string[]>>> {
  const done = async <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.addEventListener('success', () => {
        resolve(request.result);
      });
      request.addEventListener('error', reject);
    });
  const database = await done(indexedDB.open(name));
  const chunks: Record<string, string[]> = {};
  for (const store of ['links', 'folders', 'folder_links', 'favorites']) {
    chunks[store] = await done<string[]>(database.transaction(store).objectStore(store).getAll());
  }
  database.close();
  return chunks;
}

/**
 * The rows that the list must show: url, name, star and, with `withImages`, the image. An image that failed to load stays
 * missing until the page reloads.
 */
export function expectedRows({ links, favorites }: LibraryState, withImages: boolean): readonly string[] {
  const stars = new Set(favorites.values());
  return [...links.values()]
    .map(linkOf)
    .filter(({ status_id }) => status_id === STATUS_ACTIVE)
    .sort(compareLinks)
    .map(({ link_id, url, name, image_s3_key }) => {
      const isStarred = stars.has(comparable('favorites', { object_id: link_id, object_type: 'link' }));
      return `${url} ${name}${isStarred ? ' ★' : ''} ${withImages ? image_s3_key : ''}`;
    });
}

function linkOf(text: string): LinkFields {
  return JSON.parse(text);
}

/** All rows of the list, collected by scrolling. */
export async function visibleRows(page: Page, withImages: boolean): Promise<readonly string[]> {
  return page.evaluate(async (images) => {
    const grid = document.querySelector('[role=grid]');
    if (grid === null) return [];
    const rows = new Map<number, string>();
    const collect = (): void => {
      for (const row of grid.querySelectorAll('[role=row]')) {
        const link = row.querySelector('a');
        const star = row.querySelector('[aria-pressed]');
        const isStarred = star?.getAttribute('aria-pressed') === 'true';
        const source = images ? row.querySelector('img')?.src : undefined;
        const key = source?.replace(/^.*\/(?=dev\/uploads\/)/, '') ?? '';
        const text = `${link?.getAttribute('href')} ${link?.textContent}${isStarred ? ' ★' : ''} ${key}`;
        rows.set(Number(row.getAttribute('aria-rowindex')), text);
      }
    };
    for (let top = 0; top <= grid.scrollHeight; top += grid.clientHeight / 2) {
      grid.scrollTop = top;
      await new Promise((resolve) => {
        setTimeout(resolve, 50);
      });
      collect();
    }
    grid.scrollTop = 0;
    return [...rows].sort(([left], [right]) => left - right).map(([, text]) => text);
  }, withImages);
}

/** The library's fields under the names that the ledger uses. */
export function cellsOf({ links, folder_links, favorites }: LibraryState): Map<string, unknown> {
  const cells = new Map<string, unknown>();
  for (const link of [...links.values()].map(linkOf)) {
    for (const field of ['url', 'name', 'status_id', 'image_s3_key'] as const)
      cells.set(`link ${link.link_id}: ${field}`, link[field]);
  }
  for (const text of folder_links.values()) {
    const { folder_id, link_id }: { folder_id: number; link_id: number } = JSON.parse(text);
    cells.set(`folder ${folder_id} has link ${link_id}`, true);
  }
  for (const text of favorites.values()) {
    const { object_id, object_type }: { object_id: number; object_type: string } = JSON.parse(text);
    cells.set(`favorite ${object_type} ${object_id}`, true);
  }
  return cells;
}

export function linksOf({ links }: LibraryState): readonly LinkFields[] {
  return [...links.values()].map(linkOf);
}

/** The ids of the starred links. */
export function starsOf({ favorites }: LibraryState): ReadonlySet<number> {
  const all = [...favorites.values()].map((text): { object_id: number; object_type: string } =>
    JSON.parse(text),
  );
  return new Set(all.flatMap(({ object_id, object_type }) => (object_type === 'link' ? [object_id] : [])));
}

/** The names of the folders that each link is in, by its id. */
export function namesOfFolders({
  folders,
  folder_links,
}: LibraryState): ReadonlyMap<number, readonly string[]> {
  const names = new Map<number, string>();
  for (const text of folders.values()) {
    const { folder_id, name }: { folder_id: number; name: string } = JSON.parse(text);
    names.set(folder_id, name);
  }
  const places = new Map<number, string[]>();
  for (const text of folder_links.values()) {
    const { folder_id, link_id }: { folder_id: number; link_id: number } = JSON.parse(text);
    places.set(link_id, [...(places.get(link_id) ?? []), names.get(folder_id) ?? '']);
  }
  return places;
}

export function urlsOf(library: LibraryState): readonly string[] {
  return linksOf(library).map(({ url }) => url);
}

/** The keys of all images, including those in the trash. */
export function imagesOf({ links }: LibraryState): readonly string[] {
  return [...links.values()].map((text) => linkOf(text).image_s3_key).filter((key) => key !== '');
}

/** Describes the first difference of two libraries; null if they are equal. */
export function difference(left: LibraryState, right: LibraryState): string | null {
  for (const collection of LIBRARY_COLLECTIONS) {
    const [ours, theirs] = [left[collection], right[collection]];
    for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
      if (ours.get(id) !== theirs.get(id))
        return `${collection}/${id}: ${ours.get(id)} and ${theirs.get(id)}`;
    }
  }
  return null;
}

function comparable(collection: LibraryCollection, record: object): string {
  return JSON.stringify(
    Object.fromEntries(FIELDS[collection].map((name) => [name, Reflect.get(record, name)])),
  );
}

async function eachCollection(
  read: (collection: LibraryCollection) => Promise<ReadonlyMap<string, string>>,
): Promise<LibraryState> {
  return {
    links: await read('links'),
    folders: await read('folders'),
    folder_links: await read('folder_links'),
    favorites: await read('favorites'),
  };
}
