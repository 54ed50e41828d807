import type { FolderRecord, LinkRecord } from '#library/entities/records.ts';
import { STATUS_ACTIVE, STATUS_TRASHED } from '#library/entities/limits.ts';
import { likelyKey } from './link-identity.ts';
import { newLink } from '#library/entities/new-link.ts';
import { expect, test } from 'vitest';

import { Library } from '#library/memory/library.ts';

import { DuplicateIndex } from './duplicate-index.ts';
import { keeperOf } from './keeper-of.ts';

interface Sample {
  readonly id: number;
  readonly url: string;
  readonly isTrashed?: boolean;
  readonly created?: number;
  readonly distinct?: readonly number[];
}

let at = 0;

function receive(library: Library, ...samples: readonly Sample[]): void {
  at += 1;
  const changes = samples.map(({ id, url, isTrashed = false, created = id, distinct = [] }) => {
    const record: LinkRecord = {
      ...newLink(id, url),
      status_id: isTrashed ? STATUS_TRASHED : STATUS_ACTIVE,
      created_at: created,
      updated_at: at,
      distinct_from: [...distinct],
    };
    return { id: String(id), at, record };
  });
  library.receive('links', changes);
}

function groupsOf(index: DuplicateIndex): readonly string[] {
  return index.groups().map(({ level, links }) => `${level} ${links.join(' ')}`);
}

function sameSetsOf(index: DuplicateIndex): readonly (readonly number[])[] {
  return index.groups().flatMap(({ sameSets }) => sameSets);
}

test('groups follow each change of the library, and dismissed pairs split them', () => {
  const library = new Library();
  const index = new DuplicateIndex(library);
  receive(
    library,
    { id: 1, url: 'http://b.example/' },
    { id: 2, url: 'https://www.b.example/?utm_source=x' },
    { id: 3, url: 'https://c.example/%7Ea' },
    { id: 4, url: 'https://C.example/~a' },
    { id: 5, url: 'https://a.example/#/1' },
    { id: 6, url: 'https://a.example/#/2' },
  );
  expect(groupsOf(index)).toEqual(['same 4 3', 'likely 1 2']);
  expect(index.groups().map(({ kinds }) => kinds)).toEqual([
    [],
    ['http and https', 'www', 'tracking parameters'],
  ]);
  expect(sameSetsOf(index)).toEqual([[4, 3]]);
  const [same] = index.groups();

  receive(library, { id: 7, url: 'https://b.example' }, { id: 8, url: 'https://b.example/' });
  expect(groupsOf(index)).toEqual(['same 4 3', 'likely 1 7 8 2']);
  expect(sameSetsOf(index)).toEqual([
    [4, 3],
    [7, 8],
  ]);
  expect(index.groups()[0], 'A group that did not change keeps its identity.').toBe(same);

  // Links 7 and 8 are still connected by link 1, but merging all `same` links would merge the dismissed pair.
  receive(library, { id: 8, url: 'https://b.example/', distinct: [7] });
  expect(groupsOf(index)).toEqual(['same 4 3', 'likely 1 7 8 2']);
  expect(sameSetsOf(index)).toEqual([[4, 3]]);
  receive(library, { id: 2, url: 'https://www.b.example/?utm_source=x', distinct: [1, 7, 8] });
  expect(groupsOf(index)).toEqual(['same 4 3', 'likely 1 7 8']);

  receive(
    library,
    { id: 4, url: 'https://c.example/~a', isTrashed: true },
    { id: 1, url: 'http://d.example/' },
  );
  library.receive('links', [{ id: '8', at: at + 1, record: null }]);
  expect(groupsOf(index)).toEqual([]);
  receive(library, { id: 4, url: 'https://c.example/~a' }, { id: 9, url: 'http://d.example/x/..' });
  expect(groupsOf(index)).toEqual(['same 1 9', 'same 3 4']);
});

test('a saved url is found, the active links first, without a dismissed pair of the edited link', () => {
  const library = new Library();
  receive(
    library,
    { id: 1, url: 'https://a.example/', isTrashed: true },
    { id: 2, url: 'http://a.example/' },
    { id: 3, url: 'https://a.example', distinct: [2] },
    { id: 4, url: 'https://a.example/b' },
  );
  const index = new DuplicateIndex(library);
  const found = index.find('https://A.example').map(({ link, level }) => `${link} ${level}`);
  expect(found).toEqual(['3 same', '2 likely', '1 same']);
  expect(index.find('https://a.example', 2).map(({ link }) => link)).toEqual([1]);
  expect(index.find('https://a.example/c')).toEqual([]);
});

function urlOf(id: number): string {
  const site = id % 2 === 0 ? 'www.site.example' : 'site.example';
  return `${id % 3 === 0 ? 'https' : 'http'}://${site}/${(id * 7) % 1500}?utm_id=${id}`;
}

function ascending(links: readonly number[]): string {
  return links.toSorted((left, right) => left - right).join(' ');
}

test('slices, with changes between them, find the same groups as a comparison of all keys', () => {
  const library = new Library();
  const samples = Array.from({ length: 6000 }, (_, index) => ({ id: index + 1, url: urlOf(index + 1) }));
  receive(library, ...samples);
  const index = new DuplicateIndex(library);
  expect(index.isReady).toBe(false);
  expect(index.groups()).toEqual([]);
  let notified = 0;
  index.subscribe(() => (notified += 1));
  let next: number | null = 0;
  for (let step = 0; next !== null; step += 1) {
    next = index.prepare(next, 500);
    const id = (step * 331) % 6000;
    receive(library, { id: id + 1, url: urlOf(id + 2), isTrashed: step % 4 === 0 });
    if (step === 5) library.receive('links', [{ id: '77', at: at + 1, record: null }]);
  }
  expect(index.isReady).toBe(true);
  expect(notified).toBeGreaterThan(0);
  const expected = new Map<string, number[]>();
  for (const [key, { url, status_id }] of library.tables.links.entries()) {
    if (status_id !== STATUS_ACTIVE) continue;
    const likely = likelyKey(url);
    expected.set(likely, [...(expected.get(likely) ?? []), key]);
  }
  expect(
    index
      .groups()
      .map(({ links }) => ascending(links))
      .sort(),
  ).toEqual(
    [...expected.values()]
      .filter(({ length }) => length > 1)
      .map(ascending)
      .sort(),
  );
});

test('the kept link has https, no tracking, the most folders and the oldest date, in this order', () => {
  const library = new Library();
  receive(
    library,
    { id: 1, url: 'http://a.example/' },
    { id: 2, url: 'https://a.example/?utm_source=x' },
    { id: 3, url: 'https://a.example/#b', created: 30 },
    { id: 4, url: 'https://a.example/#c', created: 20 },
    { id: 5, url: 'https://a.example/#d', created: 20 },
  );
  expect(keeperOf(library, [1, 2])).toBe(2);
  expect(keeperOf(library, [1, 2, 3])).toBe(3);
  expect(keeperOf(library, [5, 3, 4])).toBe(4);
  const folder: FolderRecord = {
    folder_id: 9,
    name: 'F',
    status_id: STATUS_ACTIVE,
    parent_folder_id: 0,
    image_s3_key: '',
    icon: '',
    created_at: 0,
    updated_at: 1,
  };
  library.receive('folders', [{ id: '9', at: 1, record: folder }]);
  const membership = { folder_link_id: 1, folder_id: 9, link_id: 3, updated_at: 1 };
  library.receive('folder_links', [{ id: '9_3', at: 1, record: membership }]);
  expect(keeperOf(library, [5, 3, 4])).toBe(3);
});
