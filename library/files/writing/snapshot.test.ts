import { newLink } from '#library/entities/new-link.ts';
import { beforeEach, expect, test } from 'vitest';

import { arrange } from './arrange.ts';
import { type SnapshotScope, snapshotOf } from './snapshot.ts';
import { Library } from '#library/memory/library.ts';

let library: Library;

/** Folders by id: name, parent, status. Folders 5 and 6 are each other's parent. */
const FOLDERS = [
  [1, 'Work', 0, 1],
  [2, 'Clients', 1, 1],
  [3, 'Ann', 2, 1],
  [4, 'Old', 1, 2],
  [5, 'Lost', 6, 1],
  [6, 'Found', 5, 1],
  [7, 'Reading', 0, 1],
] as const;

/** Links by id: status, folders. Folder 99 does not exist. */
const LINKS = [
  [1, 1, [3, 7]],
  [2, 1, [4]],
  [3, 2, [3]],
  [4, 1, []],
  [5, 1, [1, 99]],
] as const;

beforeEach(() => {
  library = new Library();
  const at = 1_700_000_000_123_999;
  library.receive(
    'folders',
    FOLDERS.map(([folder_id, name, parent_folder_id, status_id]) => ({
      id: String(folder_id),
      at,
      record: {
        folder_id,
        name,
        parent_folder_id,
        status_id,
        image_s3_key: '',
        icon: '',
        created_at: at,
        updated_at: at,
      },
    })),
  );
  for (const [link_id, status_id, folders] of LINKS) {
    const record = { ...newLink(link_id, `https://${link_id}`), status_id, created_at: at, updated_at: at };
    library.receive('links', [{ id: String(link_id), at, record }]);
    for (const folder_id of folders) {
      const id = `${folder_id}_${link_id}`;
      const membership = { folder_link_id: 100 * link_id + folder_id, folder_id, link_id, updated_at: at };
      library.receive('folder_links', [{ id, at, record: membership }]);
    }
  }
  for (const [object_type, object_id] of [
    ['link', 1],
    ['folder', 2],
  ] as const) {
    const record = { object_id, object_type, updated_at: at };
    library.receive('favorites', [{ id: `${object_type}_${object_id}`, at, record }]);
  }
});

/** The paths of the folders and, by url, the paths of each link. `-` marks the trash, and `*` a favorite. */
function exported(scope: SnapshotScope) {
  const { folders, links } = arrange(snapshotOf(library, scope));
  const paths: string[] = [];
  for (const { name, parent, trashed, favorite } of folders)
    paths.push(`${paths[parent] ?? ''}/${trashed ? '-' : ''}${favorite ? '*' : ''}${name}`);
  return {
    folders: paths,
    links: links.map(({ url, trashed, favorite, folders: positions }) =>
      [`${trashed ? '-' : ''}${favorite ? '*' : ''}${url}`, ...positions.map((at) => paths[at])].join(' '),
    ),
  };
}

test('everything: with the trash and the folders below it, and dates in milliseconds', () => {
  expect(exported('all')).toEqual({
    folders: ['/Found', '/Lost', '/Reading', '/Work', '/Work/*Clients', '/Work/*Clients/Ann', '/Work/-Old'],
    links: [
      '*https://1 /Reading /Work/*Clients/Ann',
      'https://2 /Work/-Old',
      '-https://3 /Work/*Clients/Ann',
      'https://4',
      'https://5 /Work',
    ],
  });
  expect(snapshotOf(library, 'all').links[0]?.createdAt).toBe(1_700_000_000_123);
});

test('a folder: with everything visible below, the folders above, and no other folder of its links', () => {
  expect(exported({ folders: [2], links: [] })).toEqual({
    folders: ['/Work', '/Work/*Clients', '/Work/*Clients/Ann'],
    links: ['*https://1 /Work/*Clients/Ann'],
  });
  expect(exported({ folders: [1], links: [] })).toEqual({
    folders: ['/Work', '/Work/*Clients', '/Work/*Clients/Ann'],
    links: ['*https://1 /Work/*Clients/Ann', 'https://5 /Work'],
  });
});

test('a selection: links keep all their visible folders', () => {
  expect(exported({ folders: [], links: [1, 2, 3, 4, 77] })).toEqual({
    folders: ['/Reading', '/Work', '/Work/*Clients', '/Work/*Clients/Ann'],
    links: ['*https://1 /Reading /Work/*Clients/Ann', 'https://2', 'https://4'],
  });
  expect(exported({ folders: [3], links: [1] }).links).toEqual(['*https://1 /Reading /Work/*Clients/Ann']);
});

test('unsent changes are included', () => {
  const { links } = library.tables;
  const patch = links.patch(4, (link) => (link === undefined ? link : { ...link, url: 'https://edited' }));
  library.batch(() => {
    patch.attach();
  });
  expect(exported({ folders: [], links: [4] }).links).toEqual(['https://edited']);
});
