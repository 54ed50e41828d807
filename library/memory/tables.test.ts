import type { DocumentVersion } from '#library/entities/records.ts';
import { newLink } from '#library/entities/new-link.ts';
import { describe, expect, test } from 'vitest';

import type { Key } from './keys.ts';
import { Library } from './library.ts';

function link(link_id: number, at = link_id): DocumentVersion<'links'> {
  const record = { ...newLink(link_id, `https://${link_id}.example`), created_at: at, updated_at: at };
  return { id: String(link_id), at, record };
}

function folder(folder_id: number, parent_folder_id = 0): DocumentVersion<'folders'> {
  const record = { folder_id, name: `Folder ${folder_id}`, status_id: 1 as const, parent_folder_id };
  return {
    id: String(folder_id),
    at: folder_id,
    record: { ...record, image_s3_key: '', icon: '', created_at: folder_id, updated_at: folder_id },
  };
}

function membership(folder_id: number, link_id: number): DocumentVersion<'folder_links'> {
  const id = `${folder_id}_${link_id}`;
  return { id, at: 1, record: { folder_link_id: 1, folder_id, link_id, updated_at: 1 } };
}

function favorite(object_type: 'link' | 'folder', object_id: number): DocumentVersion<'favorites'> {
  const id = `${object_type}_${object_id}`;
  return { id, at: 1, record: { object_id, object_type, updated_at: 1 } };
}

/** A library with two links and several folders. Each link is in two folders, and all items are favorites. */
function filledLibrary(): Library {
  const library = new Library();
  library.receive('links', [link(1), link(2)]);
  library.receive('folders', [folder(1), folder(2)]);
  library.receive('folder_links', [membership(1, 1), membership(1, 2), membership(2, 1), membership(2, 2)]);
  library.receive('favorites', [
    favorite('link', 1),
    favorite('link', 2),
    favorite('folder', 1),
    favorite('folder', 2),
  ]);
  return library;
}

/** Checks that the library shows an object created here under a new key, and returns the key. */
function expectNew(library: Library, kind: 'link' | 'folder'): Key {
  const key = library.tables.keys.next();
  library.batch(() => {
    library.tables.expect(kind, key, () => true, null);
  });
  return key;
}

describe('a full read', () => {
  test('removes memberships and favorites that it does not contain', () => {
    const library = filledLibrary();
    library.replace('folder_links', [membership(1, 2)]);
    expect([library.foldersOf(1), library.foldersOf(2)]).toEqual([[], [1]]);
    expect([library.count(1), library.count(2)]).toEqual([1, 0]);
    library.replace('favorites', [favorite('link', 2), favorite('folder', 1)]);
    expect(library.links({ kind: 'favorites' }).get()).toEqual([2]);
    expect(library.favoriteFolders).toEqual([1]);
  });

  test('removes folders that it does not contain', () => {
    const library = filledLibrary();
    library.replace('folders', [folder(2)]);
    expect(library.tree.visible).toEqual([2]);
  });
});

describe('an object that was created here and gets its id', () => {
  test('gets the memberships and favorite of that id, and no others', () => {
    const library = filledLibrary();
    const key = library.tables.keys.next();
    library.batch(() => {
      library.tables.bind('link', key, 1);
    });
    expect(library.foldersOf(key)).toEqual([1, 2]);
    expect(library.foldersOf(2)).toEqual([1, 2]);
    expect(library.links({ kind: 'folder', folder: 1 }).get()).toEqual([key, 2]);
    expect(library.links({ kind: 'favorites' }).get()).toEqual([key, 2]);
    expect(library.link(1)).toBeUndefined();
  });

  test('gets the links and sub-folders of that id if it is a folder', () => {
    const library = filledLibrary();
    const key = library.tables.keys.next();
    library.batch(() => {
      library.tables.bind('folder', key, 1);
    });
    expect([library.count(key), library.count(1), library.count(2)]).toEqual([2, 0, 2]);
    expect(library.favoriteFolders).toEqual([key, 2]);
    expect(library.tree.visible).toEqual([key, 2]);
  });

  test('is the first new record that matches, not an existing one', () => {
    const library = filledLibrary();
    const key = expectNew(library, 'link');
    library.receive('links', [link(2, 50), link(3), link(4)]);
    expect(library.link(2)?.link_id).toBe(2);
    expect(library.link(key)?.link_id).toBe(3);
    expect(library.link(4)?.link_id).toBe(4);
  });

  test('may be a record that arrived before, if it is new enough, each for one object', () => {
    const library = filledLibrary();
    library.receive('links', [link(10), link(11), link(12)]);
    const keys = [10, 11, 11].map((since) => {
      const key = library.tables.keys.next();
      library.batch(() => {
        library.tables.expect('link', key, (kind) => kind === 'link', since);
      });
      return key;
    });
    expect(keys.map((key) => library.link(key)?.link_id)).toEqual([10, 11, 12]);
    library.receive('links', [link(13)]);
    const last = library.tables.keys.next();
    library.batch(() => {
      library.tables.expect('link', last, (kind) => kind === 'link', 5);
    });
    expect(library.link(last)?.link_id).toBe(13);
    const [first = 0] = keys;
    library.batch(() => {
      library.tables.bind('link', first, null);
      library.tables.expect('link', first, (kind) => kind === 'link', 5);
    });
    expect(library.link(first)?.link_id).toBe(10);
  });

  test('can be a folder with the same id as a link', () => {
    const library = filledLibrary();
    library.receive('links', [link(3)]);
    const key = expectNew(library, 'folder');
    library.receive('folders', [folder(3)]);
    expect(library.folder(key)?.folder_id).toBe(3);
    expect(library.link(3)?.link_id).toBe(3);
  });

  test('returns the row of a record that matched by mistake', () => {
    const library = filledLibrary();
    const key = expectNew(library, 'link');
    library.receive('links', [link(3), link(4)]);
    library.receive('folder_links', [membership(1, 3)]);
    library.batch(() => {
      library.tables.bind('link', key, 4);
    });
    expect([library.link(key)?.link_id, library.link(3)?.link_id]).toEqual([4, 3]);
    expect([library.foldersOf(key), library.foldersOf(3)]).toEqual([[], [1]]);
  });

  test('returns the row of a matched record if its creation failed', () => {
    const library = filledLibrary();
    const key = expectNew(library, 'folder');
    library.receive('folders', [folder(3)]);
    expect(library.folder(key)?.folder_id).toBe(3);
    library.batch(() => {
      library.tables.bind('folder', key, null);
    });
    expect(library.folder(key)).toBeUndefined();
    expect(library.folder(3)?.folder_id).toBe(3);
    // Later records no longer match.
    library.receive('folders', [folder(4)]);
    expect(library.folder(4)?.folder_id).toBe(4);
  });
});
