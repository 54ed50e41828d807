/// <reference lib="dom" />
// oxlint-disable unicorn/consistent-function-scoping -- what runs in the page takes nothing along from outside its function

import {
  collectionPath,
  LIBRARY_COLLECTIONS,
  type LibraryCollection,
} from '@foldmark/contract/firestore-paths';
import { STATUS_ACTIVE } from '@foldmark/contract/limits';
import { compareLinks } from '@foldmark/contract/order';
import { readChunk } from '@foldmark/web/sync/replica/chunk';
import type { Page } from '@playwright/test';
import type { Firestore } from 'firebase-admin/firestore';

/** A library as somebody holds it: by collection and document, the fields that can be compared. */
export type Held = Readonly<Record<LibraryCollection, ReadonlyMap<string, string>>>;

interface HeldLink {
  readonly link_id: number;
  readonly url: string;
  readonly name: string;
  readonly status_id: number;
  readonly image_s3_key: string;
}

/** What can be compared: a feed tells moments in its own way. */
const FIELDS = {
  links: ['link_id', 'url', 'name', 'status_id', 'image_s3_key'],
  folders: ['folder_id', 'name', 'status_id', 'parent_folder_id', 'image_s3_key'],
  folder_links: ['folder_id', 'link_id'],
  favorites: ['object_id', 'object_type'],
} as const satisfies Record<LibraryCollection, readonly string[]>;

export async function heldByServer(firestore: Firestore, uid: string): Promise<Held> {
  return eachCollection(async (collection) => {
    const { docs } = await firestore.collection(collectionPath(uid, collection)).get();
    const live = docs.filter((document) => document.get('deleted') !== true);
    return new Map(live.map((document) => [document.id, told(collection, document.data())]));
  });
}

export async function heldByReplica(page: Page, uid: string): Promise<Held> {
  const chunks = await page.evaluate(readChunks, `foldmark-library-${uid}`);
  return eachCollection(async (collection) => {
    const all = (chunks[collection] ?? []).flatMap((text) => readChunk(collection, text));
    return new Map(
      all.flatMap(({ id, record }) => (record === null ? [] : [[id, told(collection, record)] as const])),
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
 * A row as a person sees it: where it leads, whether it has a star, and its image if that is asked for. An image that
 * could not be loaded is missing until the page is.
 */
export function shownOf({ links, favorites }: Held, withImages: boolean): readonly string[] {
  const stars = new Set(favorites.values());
  return [...links.values()]
    .map(linkOf)
    .filter(({ status_id }) => status_id === STATUS_ACTIVE)
    .sort(compareLinks)
    .map(({ link_id, url, name, image_s3_key }) => {
      const isStarred = stars.has(told('favorites', { object_id: link_id, object_type: 'link' }));
      return `${url} ${name}${isStarred ? ' ★' : ''} ${withImages ? image_s3_key : ''}`;
    });
}

function linkOf(text: string): HeldLink {
  return JSON.parse(text);
}

/** Every row of the list, by scrolling through it. */
export async function shownOn(page: Page, withImages: boolean): Promise<readonly string[]> {
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

/** The names of the ledger for what the server holds. */
export function cellsOf({ links, folder_links, favorites }: Held): Map<string, unknown> {
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

export function urlsOf({ links }: Held): readonly string[] {
  return [...links.values()].map((text) => linkOf(text).url);
}

/** The keys of all images, of what is in the trash too. */
export function imagesOf({ links }: Held): readonly string[] {
  return [...links.values()].map((text) => linkOf(text).image_s3_key).filter((key) => key !== '');
}

/** Where two differ, in a few words; null where they agree. */
export function difference(left: Held, right: Held): string | null {
  for (const collection of LIBRARY_COLLECTIONS) {
    const [ours, theirs] = [left[collection], right[collection]];
    for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
      if (ours.get(id) !== theirs.get(id))
        return `${collection}/${id}: ${ours.get(id)} and ${theirs.get(id)}`;
    }
  }
  return null;
}

function told(collection: LibraryCollection, record: object): string {
  return JSON.stringify(
    Object.fromEntries(FIELDS[collection].map((name) => [name, Reflect.get(record, name)])),
  );
}

async function eachCollection(
  read: (collection: LibraryCollection) => Promise<ReadonlyMap<string, string>>,
): Promise<Held> {
  return {
    links: await read('links'),
    folders: await read('folders'),
    folder_links: await read('folder_links'),
    favorites: await read('favorites'),
  };
}
