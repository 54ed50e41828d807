import type { ImportLink } from '@foldmark/contract/imports';
import { expect, test } from 'vitest';

import { ServerLibrary } from '#web/sync/memory-server/server-library.ts';

import { importIntoDemo } from './demo-import.ts';

const NOW = 1_700_000_000_000_000;

function link(url: string, more: Partial<ImportLink> = {}): ImportLink {
  return { url, name: url, note: '', folders: [], ...more };
}

/** A library with the link a in the folder Home, and what shows of it. */
function library() {
  const server = new ServerLibrary(() => NOW);
  server.execute({ kind: 'folder.create', ref: -1, name: 'Home', parent_folder_id: 0 });
  server.execute({ kind: 'link.create', ref: -1, url: 'https://a.invalid/' });
  const [home, a] = [101, 102];
  server.execute({ kind: 'member.set', folder_id: home, link_id: a, present: true });
  const nameOf = (folder: number) => server.folder(folder)?.name ?? '';
  const shown = () => ({
    links: Object.fromEntries(
      [...server.links.all.values()].map(({ link_id, url }) => [url, server.foldersOf(link_id).map(nameOf)]),
    ),
    folders: [...server.folders.all.values()].map(
      ({ name, parent_folder_id }) => `${nameOf(parent_folder_id)}/${name}`,
    ),
    favorites: [...server.favorites.all.keys()],
  });
  return { server, a, home, shown };
}

const PARTS = [
  {
    folders: [
      { name: 'Home', parent: -1 },
      { name: 'Deep', parent: 0 },
    ],
    links: [],
  },
  {
    folders: [],
    links: [
      link('https://a.invalid/', { folders: [1], note: 'Kept' }),
      link('https://b.invalid/', { folders: [0], favorite: true, created_at: '2020-01-02T00:00:00Z' }),
      link('https://b.invalid/', { folders: [1], continues: true }),
      link('https://c.invalid/', { trashed: true }),
    ],
  },
];

test('an import uses folders of the same path and links of the same url, and Undo takes it all back', async () => {
  const { server, a, shown } = library();
  const before = shown();
  let pauses = 0;
  const { links, undo } = await importIntoDemo(server, PARTS, 0, async () => void (pauses += 1));
  expect([links, pauses]).toEqual([2, PARTS.length]);
  expect(shown()).toEqual({
    links: {
      'https://a.invalid/': ['Home', 'Deep'],
      'https://b.invalid/': ['Home', 'Deep'],
      'https://c.invalid/': [],
    },
    folders: ['/Home', 'Home/Deep'],
    favorites: [expect.stringMatching(/^link_/)],
  });
  const [, b, c] = [...server.links.all.values()];
  expect([server.link(a)?.note, b?.created_at, c?.status_id]).toEqual([
    'Kept',
    Date.parse('2020-01-02') * 1000,
    2,
  ]);
  undo();
  expect(shown()).toEqual(before);
  expect(server.link(a)?.note).toBe('');
});

test('Undo leaves what was changed since: a renamed link, a filed one, and their folders', async () => {
  const { server, home, shown } = library();
  const { undo } = await importIntoDemo(server, PARTS, 0, async () => undefined);
  const [, b, c] = [...server.links.all.values()];
  server.execute({ kind: 'link.set', link_id: b?.link_id ?? 0, name: 'Renamed' });
  server.execute({ kind: 'member.set', folder_id: home, link_id: c?.link_id ?? 0, present: true });
  undo();
  expect(shown().links).toEqual({
    'https://a.invalid/': ['Home'],
    'https://b.invalid/': [],
    'https://c.invalid/': ['Home'],
  });
  expect(shown().folders).toEqual(['/Home']);
});

test('without a folder in the file, links go into the chosen folder', async () => {
  const { server, home, shown } = library();
  await importIntoDemo(
    server,
    [{ folders: [], links: [link('https://d.invalid/')] }],
    home,
    async () => undefined,
  );
  expect(shown().links['https://d.invalid/']).toEqual(['Home']);
});
