import { expect, test } from 'vitest';

import type { LibraryFile } from '#library/files/library-file.ts';

import { readLibrary } from '#library/files/reading/read-library.ts';
import { storedZip } from '#library/files/reading/testing/samples.ts';

async function read(files: Parameters<typeof storedZip>[0]): Promise<LibraryFile> {
  const result = await readLibrary(storedZip(files), Date.UTC(2026, 10, 22));
  if ('refused' in result) throw new Error(result.hint);
  return result;
}

function pocket(url: string): string {
  return `title,url,time_added,tags,status\n,https://p.example/${url},1600000000,,unread\n`;
}

function omnivore(name: string): string {
  return JSON.stringify([{ slug: name, savedAt: '2024-01-02T00:00:00Z', url: `https://o.example/${name}` }]);
}

test("reads the parts of Pocket's zip by their numbers, and no other member", async () => {
  const { kind, links } = await read([
    ['pocket/part_000010.csv', pocket('10')],
    ['__MACOSX/pocket/._part_000000.csv', pocket('no')],
    ['pocket/part_000002.csv', pocket('2')],
    ['pocket/annotations/part_000000.json', '[{"url":"https://p.example/no"}]'],
  ]);
  expect([kind, links.map(({ url }) => url)]).toEqual([
    'pocket-zip',
    ['https://p.example/2', 'https://p.example/10'],
  ]);
});

test("reads the metadata of Omnivore's zip, and tells a damaged part", async () => {
  const { kind, links, told } = await read([
    ['metadata_20_to_39.json', omnivore('b')],
    ['metadata_0_to_19.json', omnivore('a')],
    ['metadata_40_to_59.json', `${omnivore('c').slice(0, -1)},{"slug":"d","url":"https://o.exa`],
    ['metadata_60_to_79.json', 'damaged'],
    ['content/a.html', '<a href="https://no.example/">no</a>'],
    ['highlights/a.md', '[no](https://no.example/)'],
  ]);
  expect([kind, links.map(({ url }) => url)]).toEqual([
    'omnivore-zip',
    ['https://o.example/a', 'https://o.example/b', 'https://o.example/c'],
  ]);
  expect(told.map((sentence) => sentence.split(' ')[0])).toEqual([
    'metadata_40_to_59.json',
    'metadata_60_to_79.json',
    'Foldmark',
  ]);
});
