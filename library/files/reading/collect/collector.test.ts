import { describe, expect, test } from 'vitest';

import { TOP } from '#library/files/library-file.ts';

import { LibraryCollector } from './collector.ts';

const NOW = Date.UTC(2026, 0, 1);

describe('the collector', () => {
  test('merges equal links: folders and tags united, oldest date, first real title, notes joined', () => {
    const collector = new LibraryCollector(NOW);
    const a = collector.folder(TOP, 'A');
    collector.link({
      url: 'https://x.example',
      title: 'https://x.example',
      folders: [a],
      tags: ['One', ' '],
    });
    collector.link({
      url: 'https://x.example/',
      title: 'X',
      created: 1_600_000_000,
      note: 'n1',
      tags: ['one', 'two'],
    });
    collector.link({
      url: 'HTTPS://x.example/#',
      title: 'Y',
      created: 1_500_000_000,
      note: 'n2',
      favorite: true,
    });
    collector.link({ url: 'https://x.example', folders: [a], note: 'n1' });
    expect(collector.finish('kind', 'Product')).toEqual({
      kind: 'kind',
      source: 'Product',
      links: [
        {
          url: 'https://x.example',
          title: 'X',
          created: '2017-07-14T02:40:00.000Z',
          folders: [0, TOP],
          tags: ['One', 'two'],
          note: 'n1\n\nn2',
          favorite: true,
        },
      ],
      folders: [{ name: 'A', parent: TOP }],
      skipped: [],
      told: [],
      entries: 4,
      merged: 3,
    });
  });

  test('treats a title that repeats the url, as the file spells it, as missing', () => {
    const collector = new LibraryCollector(NOW);
    collector.link({ url: 'www.x.example/y', title: 'www.x.example/y' });
    expect(collector.finish('kind', 'Product').links).toMatchObject([
      { url: 'https://www.x.example/y', title: 'https://www.x.example/y' },
    ]);
  });

  test('does not merge links of the trash with others, nor distinct ones', () => {
    const collector = new LibraryCollector(NOW);
    collector.link({ url: 'https://x.example' });
    collector.link({ url: 'https://x.example', trashed: true });
    collector.link({ url: 'https://x.example', distinct: true });
    expect(collector.finish('kind', 'Product')).toMatchObject({ entries: 3, merged: 0 });
  });

  test('puts folders beyond the deepest level into it, and says so', () => {
    const collector = new LibraryCollector(NOW);
    let folder = TOP;
    for (let depth = 0; depth < 5000; depth += 1) folder = collector.folder(folder, `${depth}`);
    const { folders, told } = collector.finish('kind', 'Product');
    expect(folders).toHaveLength(200);
    expect(folder).toBe(199);
    expect(told).toHaveLength(1);
  });

  test('keeps folders of one name apart at different places, and takes any name', () => {
    const collector = new LibraryCollector(NOW);
    const names = ['__proto__', 'constructor', 'a/b', ' a / b ', '', 'a/b'];
    const positions = names.map((name) => collector.folder(TOP, name));
    expect(positions).toEqual([0, 1, 2, 3, 4, 2]);
    expect(collector.folder(0, '__proto__')).toBe(5);
    expect(collector.finish('kind', 'Product').folders[4]?.name).toBe('Unnamed folder');
  });

  test('reads a url in 2,000 folders, and one folder with 20,000 links, in linear time', () => {
    const collector = new LibraryCollector(NOW);
    for (let i = 0; i < 2000; i += 1) {
      collector.link({
        url: 'https://x.example',
        folders: [collector.folder(TOP, `${i}`)],
        note: `note ${i}`,
      });
    }
    for (let i = 0; i < 20_000; i += 1) collector.link({ url: `https://x.example/${i}`, folders: [0] });
    const { links, told } = collector.finish('kind', 'Product');
    expect(links).toHaveLength(20_001);
    expect(links[0]?.folders).toHaveLength(2000);
    expect(told).toEqual(['Notes longer than 4000 characters were cut.']);
  });

  test('refuses more folders than an import can have', () => {
    const collector = new LibraryCollector(NOW);
    expect(() => {
      for (let i = 0; i < 20_001; i += 1) collector.folder(TOP, `${i}`);
    }).toThrow('The file has more than 20,000 folders');
  });
});
