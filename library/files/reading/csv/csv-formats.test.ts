import { describe, expect, test } from 'vitest';

import { readSample, refusalOf } from '#library/files/reading/testing/read-sample.ts';

/** Reads a sample with one row, and returns its link. */
function linkOf(sample: string): unknown {
  return readSample(sample).links[0];
}

describe('Raindrop', () => {
  const EXPORT = 'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n';

  test('separates the folders of an export by a slash between blanks', () => {
    const { folders, links, kind, source } = readSample(
      `${EXPORT}1,T,N,page text,https://r.example/,a/b / c /d / __proto__,"go, Go,two words",2024-01-02T03:04:05.123Z,` +
        `https://r.example/i.png,,TRUE\n2,,,,https://r.example/2,Unsorted,,,,,\n3,,,,https://r.example/3,Unsorted / x,,1704164645,,,`,
    );
    expect([kind, source]).toEqual(['raindrop-csv', 'Raindrop.io']);
    expect(folders).toEqual([
      ['a/b'],
      ['a/b', 'c /d'],
      ['a/b', 'c /d', '__proto__'],
      ['Unsorted'],
      ['Unsorted', 'x'],
    ]);
    expect(links[0]).toEqual({
      url: 'https://r.example/',
      title: 'T',
      note: 'N',
      created: '2024-01-02T03:04:05.123Z',
      folders: [['a/b', 'c /d', '__proto__']],
      tags: ['go', 'two words'],
      favorite: true,
      cover: 'https://r.example/i.png',
    });
    expect(links[1]?.folders).toEqual([[]]);
  });

  test('separates the folders of its import shape by every slash, with columns in any order', () => {
    const { links } = readSample(
      'Title;Folder;URL;Created\nA;x/y / z//;https://a.example/;1704164645\nB;Unsorted;https://b.example/;2024-01-02',
    );
    expect(links.map(({ folders, created }) => [folders, created])).toEqual([
      [[['x', 'y', 'z']], '2024-01-02T03:04:05.000Z'],
      [[[]], '2024-01-02T00:00:00.000Z'],
    ]);
  });
});

describe('reading lists', () => {
  test('Pocket: tags by `|`, states, and a url as title is none', () => {
    for (const columns of ['title,url,time_added,tags,status', 'title,url,time_added,cursor,tags,status']) {
      const cursor = columns.includes('cursor') ? ',c' : '';
      const { links, kind } = readSample(
        `${columns}\nhttps://p.example/,https://p.example/,1704164645${cursor},a b|c,unread\nB,https://q.example/,0${cursor},,archive\n`,
      );
      expect(kind).toBe('pocket-csv');
      expect(links[0]).toEqual({
        url: 'https://p.example/',
        title: 'https://p.example/',
        created: '2024-01-02T03:04:05.000Z',
        folders: [[]],
        tags: ['a b', 'c'],
        note: '',
        unread: true,
      });
      expect(links[1]).toMatchObject({ title: 'B', created: null, archived: true });
    }
  });

  test('Instapaper: folders that are states, tags as JSON, old files without dates', () => {
    const { links, folders } = readSample(
      'URL,Title,Selection,Folder,Timestamp,Tags\n' +
        'https://i.example/1,A,"Some ""text""\nof a page",Unread,1704164645,"[""a, b"",""c""]"\n' +
        'https://i.example/2,B,,Archive,1704164645,[]\n' +
        'https://i.example/3,C,,Starred,1704164645,"[""broken"\n' +
        'https://i.example/4,D,,Work / Life,1704164645,\n',
    );
    expect(folders).toEqual([['Work / Life']]);
    expect(links[0]).toMatchObject({ tags: ['a, b', 'c'], note: 'Some "text"\nof a page', unread: true });
    expect(links[1]).toMatchObject({ tags: [], folders: [[]], archived: true });
    expect(links[2]).toMatchObject({ folders: [[]], favorite: true });
    expect(links[3]).toMatchObject({ folders: [['Work / Life']], created: '2024-01-02T03:04:05.000Z' });
    expect(linkOf('URL,Title,Selection,Folder\nhttps://i.example/,A,,Starred')).toMatchObject({
      created: null,
      favorite: true,
    });
  });

  test('Readwise: a list of Python as tags, and items of feeds are skipped and told', () => {
    const { links, skipped, told, entries } = readSample(
      'Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\n' +
        `A,https://w.example/1,1,"['one', ""it's"", 'c\\'d\\u00e9', bare]",2022-11-06 04:33:50+00:00,0.5,new,True\n` +
        'B,https://w.example/2,2,[],2022-11-06 04:33:50.123456+02:00,1,archive,True\n' +
        'C,https://w.example/3,3,,,0,feed,False\nD,https://w.example/4,4,"[\'open",,0,later,False\n',
    );
    expect(links.map(({ tags }) => tags)).toEqual([['one', "it's", "c'dé", 'bare'], [], ['open']]);
    expect(links.map(({ created }) => created)).toEqual([
      '2022-11-06T04:33:50.000Z',
      '2022-11-06T02:33:50.123Z',
      null,
    ]);
    expect(links.map(({ unread, archived }) => [unread, archived])).toEqual([
      [true, undefined],
      [undefined, true],
      [true, undefined],
    ]);
    expect(skipped).toEqual([{ reason: 'feed-item', url: 'https://w.example/3', title: 'C' }]);
    expect(told).toEqual([
      'Items of your feeds were left out, because you never saved them to your library.',
      'The file marks links: 2 to read later, 1 as archived. They arrive without these marks.',
      'Foldmark has no place for these fields, so they are left out: reading progress (2), seen (2).',
    ]);
    expect(entries).toBe(4);
  });

  test('wallabag: semicolons, and only the day of a date is sure', () => {
    const header = 'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"\n';
    expect(
      linkOf(`${header}A;https://b.example/;"<p>""x"";</p>";"a, b c";text/html;en;"27/03/2024 03:15:12"\n`),
    ).toEqual({
      url: 'https://b.example/',
      title: 'A',
      created: '2024-03-27T00:00:00.000Z',
      folders: [[]],
      tags: ['a', 'b c'],
      note: '',
    });
    expect(linkOf(`${header}A;https://b.example/;;;;;"31/02/2024 03:15:12"`)).toMatchObject({
      created: null,
    });
  });
});

describe('our own CSV', () => {
  test('has a path in each line of the folder cell and takes off the quote before a formula', () => {
    const { links, folders, kind } = readSample(
      'url,title,folder,tags,note,created,favorite\r\n' +
        `https://a.example/,'=1+1,"R&D/x / Deep\nOther\n'- minus","","''@two\nlines ""quoted""",2024-01-02T03:04:05.000Z,true\r\n` +
        `https://b.example/,'quoted',,,'+1,2024-01-02T03:04:05.000Z,\r\n`,
    );
    expect(kind).toBe('foldmark-csv');
    expect(folders).toEqual([['R&D/x'], ['R&D/x', 'Deep'], ['Other'], ['- minus']]);
    expect(links).toEqual([
      {
        url: 'https://a.example/',
        title: '=1+1',
        created: '2024-01-02T03:04:05.000Z',
        folders: [['R&D/x', 'Deep'], ['Other'], ['- minus']],
        tags: [],
        note: `'@two\nlines "quoted"`,
        favorite: true,
      },
      {
        url: 'https://b.example/',
        title: "'quoted'",
        created: '2024-01-02T03:04:05.000Z',
        folders: [[]],
        tags: [],
        note: '+1',
      },
    ]);
  });
});

describe('a CSV of no known product', () => {
  test('is read by the names that its columns may have', () => {
    const { links, kind, skipped } = readSample(
      'Name\tLink\tCollection\tLabels\tDescription\tComment\tdateAdded\tStarred\n' +
        'A\thttps://a.example/\tx / y/z\tone;two\tD\tC\t2024-01-02 03:04\tyes\n' +
        'B\thttps://b.example/\tx/y\t"[""a;b""]"\tD\tD\tyesterday\tno\nC\n\tjavascript:alert(1)\n',
    );
    expect(kind).toBe('csv');
    expect(links).toEqual([
      {
        url: 'https://a.example/',
        title: 'A',
        created: '2024-01-02T03:04:00.000Z',
        folders: [['x', 'y/z']],
        tags: ['one', 'two'],
        note: 'D\n\nC',
        favorite: true,
      },
      {
        url: 'https://b.example/',
        title: 'B',
        created: null,
        folders: [['x', 'y']],
        tags: ['a;b'],
        note: 'D',
      },
    ]);
    expect(skipped.map(({ reason }) => reason)).toEqual(['no-url', 'scheme']);
  });

  test('needs a column with urls', () => {
    expect(refusalOf('name,price\nApple,1\n')).toBe('not-recognised');
  });

  test('tells which rows an unclosed quote has swallowed', () => {
    const { links, told } = readSample(
      'url,title\nhttps://a.example/,A\nhttps://b.example/,"B\nhttps://c.example/,C\n',
    );
    expect(links.map(({ url }) => url)).toEqual(['https://a.example/']);
    expect(told).toEqual([
      'A quote in row 3 never ends. This row and everything after it could not be read.',
    ]);
  });
});
