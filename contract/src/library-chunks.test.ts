import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import { newLink } from '@foldmark/library/entities/new-link';
import type { DocumentVersion } from '@foldmark/library/entities/records';
import { chunkOf, mergeChunk, readChunk } from './library-chunks.ts';
import { BrokenRows } from './library-rows.ts';

const change = fc
  .record({
    link_id: fc.integer({ min: 1, max: 5 }),
    at: fc.integer({ min: 1, max: 1_000_000 }),
    name: fc.string(),
    distinct_from: fc.array(fc.integer({ min: 1, max: 5 })),
    deleted: fc.boolean(),
  })
  .map(({ link_id, at, name, distinct_from, deleted }): DocumentVersion<'links'> => {
    const texts = {
      url: name,
      name,
      image_s3_key: '',
      favicon_key: '',
      favicon_url: '',
      domain_name: '',
      note: '',
      description: '',
      picture_s3_key: '',
    };
    const record = {
      link_id,
      ...texts,
      distinct_from,
      status_id: 1 as const,
      created_at: at,
      updated_at: at,
    };
    return { id: String(link_id), at, record: deleted ? null : record };
  });
const changes = fc.uniqueArray(change, { selector: ({ at }) => at, maxLength: 12 });

const byId = (left: DocumentVersion, right: DocumentVersion): number => Number(left.id) - Number(right.id);

test('the newest version of each document wins, for any order of writes', () => {
  fc.assert(
    fc.property(changes, fc.nat({ max: 12 }), (all, split) => {
      const [left, right] = [all.slice(0, split), all.slice(split)];
      const inOrder = mergeChunk('links', mergeChunk('links', undefined, left, 0), right, 0);
      const turned = mergeChunk('links', mergeChunk('links', undefined, right, 0), left, 0);
      const newest = new Map<string, DocumentVersion<'links'>>();
      for (const one of all.toSorted((a, b) => a.at - b.at)) newest.set(one.id, one);
      const expected = [...newest.values()].filter(({ record }) => record !== null);
      for (const text of [inOrder, turned]) {
        expect(readChunk('links', text).toSorted(byId)).toEqual(expected.toSorted(byId));
      }
    }),
  );
});

test('missing fields of a row that an earlier version wrote get defaults', () => {
  expect(readChunk('links', '[["7",9,7,"the url"]]')).toEqual([
    {
      id: '7',
      at: 9,
      record: {
        link_id: 7,
        url: 'the url',
        name: '',
        status_id: 1,
        image_s3_key: '',
        favicon_key: '',
        favicon_url: '',
        domain_name: '',
        note: '',
        distinct_from: [],
        description: '',
        picture_s3_key: '',
        created_at: 0,
        updated_at: 9,
      },
    },
  ]);
  expect(readChunk('folders', '[["7",9,7,"the name",2]]')).toMatchObject([
    { record: { folder_id: 7, name: 'the name', status_id: 2, parent_folder_id: 0, created_at: 0 } },
  ]);
});

test('a row of an earlier version is read with each value in its field', () => {
  // A literal row. If the test wrote the row, a changed reader and writer could agree with each other and misread stored rows.
  const text = '[["7",9,7,"the url","the name",2,"image key","favicon key","favicon url","domain",8]]';
  const link: DocumentVersion<'links'> = {
    id: '7',
    at: 9,
    record: {
      link_id: 7,
      url: 'the url',
      name: 'the name',
      status_id: 2,
      image_s3_key: 'image key',
      favicon_key: 'favicon key',
      favicon_url: 'favicon url',
      domain_name: 'domain',
      created_at: 8,
      note: '',
      distinct_from: [],
      description: '',
      picture_s3_key: '',
      updated_at: 9,
    },
  };
  expect(readChunk('links', text)).toEqual([link]);
  expect(mergeChunk('links', undefined, [link], 0)).toBe(text);
});

test('a value after missing ones keeps its place in the row', () => {
  const record = {
    ...newLink(7, 'u'),
    name: '',
    domain_name: '',
    created_at: 0,
    updated_at: 9,
    distinct_from: [3],
  };
  const text = mergeChunk('links', undefined, [{ id: '7', at: 9, record }], 0);
  expect(text).toBe('[["7",9,7,"u","",1,"","","","",0,"",[3]]]');
  expect(readChunk('links', text)).toEqual([{ id: '7', at: 9, record }]);
});

test('a link without a description takes no more bytes than before descriptions existed', () => {
  const record = { ...newLink(7, 'u'), created_at: 8, updated_at: 9 };
  const text = mergeChunk('links', undefined, [{ id: '7', at: 9, record }], 0);
  expect(text).toBe('[["7",9,7,"u","u",1,"","","","",8]]');
  const described = { ...record, description: 'About u', picture_s3_key: 'k' };
  const longer = mergeChunk('links', text, [{ id: '7', at: 9, record: described }], 0);
  expect(longer).toBe('[["7",9,7,"u","u",1,"","","","",8,"",[],"About u","k"]]');
  expect(readChunk('links', longer)).toEqual([{ id: '7', at: 9, record: described }]);
});

test('reading returns the written records of each collection', () => {
  const folder = {
    folder_id: 1,
    name: 'a',
    status_id: 2 as const,
    parent_folder_id: 0,
    image_s3_key: 'k',
    icon: '📚',
    created_at: 1,
    updated_at: 2,
  };
  const folders = [{ id: '1', at: 2, record: folder }];
  expect(readChunk('folders', mergeChunk('folders', undefined, folders, 0))).toEqual(folders);
  const membership = { folder_link_id: 3, folder_id: 1, link_id: 2, updated_at: 4 };
  const memberships = [{ id: '1_2', at: 4, record: membership }];
  expect(readChunk('folder_links', mergeChunk('folder_links', undefined, memberships, 0))).toEqual(
    memberships,
  );
  const favorite = { object_id: 7, updated_at: 5 };
  const favorites = [
    { id: 'link_7', at: 5, record: { ...favorite, object_type: 'link' as const } },
    { id: 'folder_7', at: 5, record: { ...favorite, object_type: 'folder' as const } },
  ];
  expect(readChunk('favorites', mergeChunk('favorites', undefined, favorites, 0))).toEqual(favorites);
});

test('a tombstone is removed after a day', () => {
  const deleted: DocumentVersion<'links'> = { id: '1', at: 1000, record: null };
  const text = mergeChunk('links', undefined, [deleted], 2000);
  expect(text).toBe('[["1",1000]]');
  expect(mergeChunk('links', text, [], 86_400_000_000 + 2000)).toBe('[]');
});

test('neighbouring ids share a chunk, and memberships are stored by the id of the link', () => {
  expect(['1', '255', '256', '3_255', 'link_256'].map(chunkOf)).toEqual([0, 0, 1, 0, 1]);
});

test('of two changes with the same timestamp, the later one wins', () => {
  const membership = { folder_link_id: 3, folder_id: 1, link_id: 2, updated_at: 4 };
  const added = [{ id: '1_2', at: 4, record: membership }];
  const text = mergeChunk('folder_links', undefined, added, 0);
  expect(
    readChunk('folder_links', mergeChunk('folder_links', text, [{ id: '1_2', at: 4, record: null }], 0)),
  ).toEqual([]);
});

test.each([
  ['links', '[["1",9,"1","","",1,"","","","",8]]'],
  ['links', '[["1",9,1,"","",3,"","","","",8]]'],
  ['folder_links', '[["1_2",9,1,1,null]]'],
  ['favorites', '[["link_7",9,7,"page"]]'],
] as const)('a chunk of %s with an invalid value (%s) is broken', (collection, text) => {
  expect(() => readChunk(collection, text)).toThrow(BrokenRows);
});

test.each(['', '{}', '[1]', '[["1"]]', '[[1,2]]', '[["1",2,3,4]]', '[["1",2,"1"]]'])(
  'the chunk %j is broken',
  (text) => {
    expect(() => readChunk('links', text)).toThrow(BrokenRows);
  },
);
