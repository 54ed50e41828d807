import type { LinkRecord } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { newLink } from '@foldmark/library/entities/new-link';
import { afterEach, expect, test, vi } from 'vitest';

import { Library } from '@foldmark/library/memory/library';

import { nameIndexOf } from './name-index.ts';
import { SlicedSearch } from './sliced-search.ts';

let at = 0;

interface Sample {
  readonly id: number;
  readonly name: string;
  readonly isTrashed?: boolean;
}

function receiveLinks(library: Library, ...samples: readonly Sample[]): void {
  at += 1;
  const changes = samples.map(({ id, name, isTrashed = false }) => {
    const record: LinkRecord = {
      ...newLink(id, `${id}.invalid`),
      name,
      status_id: isTrashed ? STATUS_TRASHED : STATUS_ACTIVE,
      created_at: at,
      updated_at: at,
    };
    return { id: String(id), at, record };
  });
  library.receive('links', changes);
}

function receiveFolder(library: Library, { id, name, isTrashed = false }: Sample): void {
  at += 1;
  const status_id = isTrashed ? STATUS_TRASHED : STATUS_ACTIVE;
  const rest = { parent_folder_id: 0, image_s3_key: '', icon: '', created_at: at, updated_at: at };
  library.receive('folders', [{ id: String(id), at, record: { folder_id: id, name, status_id, ...rest } }]);
}

/** Searches a library with four links and two folders. The first link and the first folder are recent. */
function open() {
  const library = new Library();
  receiveLinks(library, { id: 1, name: 'Soup' }, { id: 2, name: 'Soup bowl' }, { id: 3, name: 'Bread' });
  receiveLinks(library, { id: 9, name: 'Sofas for two' });
  receiveFolder(library, { id: 11, name: 'Soups' });
  receiveFolder(library, { id: 12, name: 'Breads' });
  const recent = [
    { kind: 'link', key: 1 },
    { kind: 'folder', key: 11 },
  ] as const;
  const search = new SlicedSearch(library, [], recent);
  const close = search.open('');
  const find = (text: string): readonly string[] => {
    search.find(text);
    return search.finish().map((item) => (item.kind === 'command' ? '' : `${item.kind} ${item.key}`));
  };
  return { library, find, close };
}

afterEach(() => {
  vi.useRealTimers();
});

test('each key finds what was added and renamed since, and nothing that was trashed', () => {
  vi.useFakeTimers();
  const { library, find, close } = open();
  expect(find('s')).toEqual(['link 1', 'folder 11', 'link 2', 'link 9', 'folder 12']);
  expect(find('so')).toEqual(['link 1', 'folder 11', 'link 2', 'link 9']);
  receiveLinks(library, { id: 1, name: 'Soup', isTrashed: true }, { id: 2, name: 'Bowl' });
  receiveLinks(library, { id: 3, name: 'Sourdough' }, { id: 4, name: 'Socks' });
  receiveLinks(library, { id: 9, name: 'Sofas for two', isTrashed: true });
  receiveFolder(library, { id: 11, name: 'Soups', isTrashed: true });
  receiveFolder(library, { id: 12, name: 'Some breads' });
  receiveFolder(library, { id: 13, name: 'Songs' });
  expect(find('so').toSorted()).toEqual(['folder 12', 'folder 13', 'link 3', 'link 4']);
  expect(find('sou')).toEqual(['link 3']);
  receiveLinks(library, { id: 1, name: 'Soup' });
  receiveFolder(library, { id: 11, name: 'Soups' });
  expect(find('sou')).toEqual(['link 1', 'folder 11', 'link 3']);
  close();
});

test('a change of very many links, or another preparation of the names, is found too', () => {
  vi.useFakeTimers();
  const { library, find, close } = open();
  find('sou');
  const many = Array.from({ length: 2000 }, (_, index) => ({ id: 100 + index, name: `Page ${index}` }));
  receiveLinks(library, ...many, { id: 5, name: 'Sour cream' });
  expect(find('sour')).toEqual(['link 5']);
  receiveLinks(library, { id: 6, name: 'Sour cherry' });
  expect(find('sour c')).toEqual(['link 5', 'link 6']);
  // The new link moves to its place in the list.
  nameIndexOf(library).refresh();
  expect(find('sour ch')).toEqual(['link 6']);
  close();
});
