import { describe, expect, test } from 'vitest';

import type { LibraryFile, RefusedFile } from '#library/files/library-file.ts';

import { LibraryCollector } from './collect/collector.ts';
import { unpackMozLz4 } from './bytes/lz4.ts';
import { readLibrary } from './read-library.ts';
import { readZip } from './zip/read-zip.ts';
import { makeMozLz4, makeZip } from './testing/make-files.ts';
import { NOW } from './testing/read-sample.ts';

const HTML = netscape('<DT><A HREF="https://1.example/">Köln – 日本</A>');
const CHROME = JSON.stringify({
  checksum: 'x',
  roots: {
    sync_transaction_version: '1',
    synced: { type: 'folder', name: 'Mobile bookmarks', children: [] },
    other: {
      type: 'folder',
      name: 'Other bookmarks',
      children: [{ type: 'url', name: 'Other', url: 'https://o.example/', date_added: '0' }],
    },
    bookmark_bar: {
      type: 'folder',
      name: 'Bookmarks bar',
      children: [
        { type: 'folder', name: '', date_added: '13244473600000000', children: [] },
        {
          type: 'url',
          name: 'One &amp; only',
          url: 'https://1.example/?a&b',
          date_added: '13244473600000000',
          meta_info: '{"Description":"Note"}',
        },
      ],
    },
  },
  version: 1,
});

function netscape(entries: string, head = ''): string {
  return `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n${head}<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p>\n${entries}\n</DL><p>\n`;
}

async function read(content: string | Uint8Array): Promise<LibraryFile | RefusedFile> {
  return readLibrary(typeof content === 'string' ? new TextEncoder().encode(content) : content, NOW);
}

async function titlesOf(content: string | Uint8Array): Promise<readonly string[]> {
  const result = await read(content);
  return 'refused' in result ? [result.refused] : result.links.map(({ title }) => title);
}

function latin1(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'latin1'));
}

function meta(charset: string): string {
  return `<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=${charset}">\n`;
}

function utf16(text: string, encoding: 'le' | 'be'): Uint8Array {
  const bytes = Buffer.from(text, 'utf16le');
  return new Uint8Array(encoding === 'le' ? bytes : bytes.swap16());
}

describe('encodings', () => {
  const euro = '<DT><A HREF="https://1.example/">caf\xe9 \x80 \x93q\x94</A>';
  const iso = '<DT><A HREF="https://1.example/">\xbd\xb9</A>';

  test.each<[string, string | Uint8Array, string]>([
    ['UTF-8', HTML, 'Köln – 日本'],
    ['UTF-8 with a mark', `\ufeff${HTML}`, 'Köln – 日本'],
    ['UTF-16 with a mark', utf16(`\ufeff${HTML}`, 'le'), 'Köln – 日本'],
    ['UTF-16 big endian with a mark', utf16(`\ufeff${HTML}`, 'be'), 'Köln – 日本'],
    ['UTF-16 without a mark', utf16(HTML, 'le'), 'Köln – 日本'],
    ['UTF-16 big endian without a mark', utf16(HTML, 'be'), 'Köln – 日本'],
    [
      'UTF-16 that claims UTF-8',
      utf16(netscape('<DT><A HREF="https://1.example/">ö', meta('UTF-8')), 'le'),
      'ö',
    ],
    ['UTF-8 that claims UTF-16', netscape('<DT><A HREF="https://1.example/">ö</A>', meta('utf-16')), 'ö'],
    ['windows-1252 by claim', latin1(netscape(euro, meta('windows-1252'))), 'café € “q”'],
    ['iso-8859-1 is windows-1252', latin1(netscape(euro, meta('iso-8859-1'))), 'café € “q”'],
    ['a short META', latin1(netscape(euro, "<meta charset='latin1'>")), 'café € “q”'],
    ['no claim but more bad sequences', latin1(netscape(euro)), 'café € “q”'],
    ['a wrong claim of UTF-8', latin1(netscape(euro, meta('UTF-8'))), 'café € “q”'],
    ['iso-8859-2', latin1(netscape(iso, meta('iso-8859-2'))), '˝š'],
    ['an unknown claim', netscape('<DT><A HREF="https://1.example/">ö</A>', meta('klingon')), 'ö'],
    [
      'a claim in a title',
      netscape('<DT><A HREF="https://1.example/">ö &lt;</A><DD><meta charset="windows-1252">'),
      'ö <',
    ],
    [
      'few bad sequences in UTF-8',
      new Uint8Array(
        Buffer.concat([
          Buffer.from('<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><A HREF="https://1.example/">äöü'),
          Buffer.from([0xe9]),
          Buffer.from('</A>'),
        ]),
      ),
      'äöü\ufffd',
    ],
  ])('are detected for %s', async (_name, content, title) => {
    expect(await titlesOf(content)).toEqual([title]);
  });
});

describe('zips', () => {
  test("Safari's: only the bookmarks are unpacked, even if the rest can't be", async () => {
    const zip = makeZip([
      ['__MACOSX/._Bookmarks.html', '\0\x05\x16\x07'],
      [
        'Passwords.csv',
        'Title,URL,Username,Password,Notes,OTPAuth\nBank,https://bank.example/,me,hunter2,,\n',
      ],
      ['History.json', '{"history":[]}'],
      ['Bookmarks.html', HTML],
      ['PaymentCards.json', '{}'],
      ['Extensions.json', '{}'],
    ]);
    expect(await titlesOf(zip)).toEqual(['Köln – 日本']);
    expect(JSON.stringify(await read(zip))).not.toMatch(/hunter2|bank/i);
  });

  test('passwords without bookmarks are not unpacked', async () => {
    const zip = makeZip([
      ['a/Passwords.csv', 'Title,URL,Username,Password\nBank,https://bank.example/,me,hunter2\n'],
      ['list.txt', 'https://1.example/'],
    ]);
    expect(await read(zip)).toMatchObject({ refused: 'not-recognised' });
  });

  test.each<[string, Uint8Array, readonly string[]]>([
    ['stored', makeZip([['Bookmarks.html', HTML]], { method: 0 }), ['Köln – 日本']],
    ['a deep path that leads out', makeZip([['../../etc/x.html', HTML]]), ['Köln – 日本']],
    ['a backslash', makeZip([['Takeout\\Chrome\\Bookmarks.html', HTML]]), ['Köln – 日本']],
    [
      'a page beside it',
      makeZip([
        ['a.html', '<!DOCTYPE html><a href="/">x</a>'],
        ['b.html', HTML],
      ]),
      ['Köln – 日本'],
    ],
    ["Chrome's file", makeZip([['Default/Bookmarks', CHROME]]), ['Other', 'One &amp; only']],
    [
      '__proto__',
      makeZip([
        ['__proto__', 'x'],
        ['x.json', CHROME],
      ]),
      ['Other', 'One &amp; only'],
    ],
    [
      "Pocket's parts in their order",
      makeZip([
        [
          'pocket/part_000010.csv',
          'title,url,time_added,tags,status\nTen,https://10.example/,1600000000,,unread\n',
        ],
        [
          'pocket/part_000002.csv',
          'title,url,time_added,tags,status\nTwo,https://2.example/,1600000000,,unread\n',
        ],
        ['pocket/annotations/x.json', '{}'],
      ]),
      ['Two', 'Ten'],
    ],
    [
      "Omnivore's saved pages about passwords and bookmarks",
      makeZip([
        ['content/bookmarks-and-passwords.html', '<p>x</p>'],
        ['content/passwords.html', '<p>x</p>'],
        [
          'metadata_0_to_20.json',
          JSON.stringify([
            { id: '1', slug: 's', title: 'Saved', url: 'https://1.example/', state: 'Active', labels: [] },
          ]),
        ],
      ]),
      ['Saved'],
    ],
    [
      'an export of Safari in another language',
      makeZip([
        ['Passwörter.csv', 'Title,URL,Username,Password\nBank,https://bank.example/,me,hunter2\n'],
        ['Lesezeichen.html', HTML],
      ]),
      ['Köln – 日本'],
    ],
    ['an encrypted one', makeZip([['Bookmarks.html', HTML]], { flags: 1 }), ['broken']],
    ['an unknown method', makeZip([['Bookmarks.html', HTML]], { method: 99 }), ['broken']],
    ['an empty one', makeZip([]), ['not-recognised']],
    ['a document', makeZip([['[Content_Types].xml', '<x/>']]), ['not-recognised']],
    ['half of one', makeZip([['Bookmarks.html', HTML]]).subarray(0, 200), ['broken']],
  ])('are read or refused: %s', async (_name, zip, titles) => {
    expect((await titlesOf(zip)).toSorted()).toEqual(titles.toSorted());
  });

  test('a bomb is stopped while it is unpacked, also if its header lies or the size is that of many files', async () => {
    const half = Buffer.alloc(600_000, ' ');
    const bombs = [
      makeZip([['Bookmarks.html', Buffer.alloc(1_100_000)]], { unpackedSize: 10 }),
      makeZip([
        ['a.html', half],
        ['b.html', half],
      ]),
    ];
    for (const bomb of bombs) {
      await expect(readZip(bomb, 1_000_000, new LibraryCollector(NOW))).rejects.toThrow('too large');
    }
  });
});

describe('jsonlz4', () => {
  const backup = JSON.stringify({
    guid: 'root________',
    type: 'text/x-moz-place-container',
    root: 'placesRoot',
    children: [
      {
        type: 'text/x-moz-place-container',
        root: 'bookmarksMenuFolder',
        children: Array.from({ length: 100 }, (_, i) => ({
          type: 'text/x-moz-place',
          title: `${'ab'.repeat(300)} ${i}`,
          uri: `https://${i}.example/`,
        })),
      },
    ],
  });

  test.each([
    ['its size', undefined],
    ['a size of 0', 0],
    ['a size of 4 GB', 0xff_ff_ff_ff],
  ])('is unpacked if the header claims %s', async (_name, size) => {
    expect(await titlesOf(makeMozLz4(backup, size))).toHaveLength(100);
  });

  test('half of a file gives its complete entries', async () => {
    const whole = makeMozLz4(backup);
    const half = await read(whole.subarray(0, Math.floor(whole.length / 2)));
    expect(half).toMatchObject({
      kind: 'firefox-json',
      told: ['The file ends early. Everything before its end was read.'],
    });
    expect(await titlesOf(whole.subarray(0, 10))).toEqual(['empty']);
  });

  test('a bomb is stopped', () => {
    const bomb = new Uint8Array(1_000_000).fill(255);
    bomb.set(Buffer.from('mozLz40\0\0\0\0\0\x1fa\x01\0', 'latin1'));
    expect(() => unpackMozLz4(bomb, 1_000_000)).toThrow('too large');
  });
});

describe("Chrome's file", () => {
  test('has the bar and mobile as folders, others at the top, and no empty roots', async () => {
    expect(await read(CHROME)).toMatchObject({
      kind: 'chrome-json',
      folders: [
        { name: 'Bookmarks bar', parent: -1 },
        { name: 'Unnamed folder', parent: 0 },
      ],
      links: [
        {
          url: 'https://1.example/?a&b',
          title: 'One &amp; only',
          folders: [0],
          note: 'Note',
          created: '2020-09-13T12:26:40.000Z',
        },
        { url: 'https://o.example/', folders: [-1], created: null },
      ],
    });
  });

  test('that ends early gives its whole entries', async () => {
    const end = CHROME.indexOf('One &amp;') + 5;
    const file = CHROME.slice(0, end);
    expect(await titlesOf(file)).toEqual(['Other']);
    expect(await read(file)).toMatchObject({
      told: ['The file ends early. Everything before its end was read.'],
    });
    expect(await titlesOf(`${CHROME}\0\0`)).toHaveLength(2);
    expect(await titlesOf(CHROME.replace('"roots":', '"roots"'))).toEqual(['broken']);
  });
});

test.each([5000, 100_000])('%d levels of folders do not exhaust the stack', async (levels) => {
  const link = '<DT><A HREF="https://1.example/">One</A>';
  const html = netscape(`${'<DT><H3>a</H3><DL><p>'.repeat(levels)}${link}${'</DL><p>'.repeat(levels)}`);
  const chrome = `{"roots":{"bookmark_bar":{"type":"folder","name":"a","children":[${'{"type":"folder","name":"a","children":['.repeat(levels)}{"type":"url","name":"One","url":"https://1.example/"}${']}'.repeat(levels)}]}}}`;
  const firefox = `${'{"type":"text/x-moz-place-container","title":"a","children":['.repeat(levels)}{"type":"text/x-moz-place","title":"One","uri":"https://1.example/"}${']}'.repeat(levels)}`;
  for (const file of [html, chrome, firefox]) {
    expect(await read(file)).toMatchObject({
      links: [{ title: 'One', folders: [199] }],
      told: [expect.stringContaining('200 levels')],
    });
  }
});

test('Pocket and Instapaper: headings are states, or folders', async () => {
  const pocket = `<!DOCTYPE html><html><head><meta charset="UTF-8"><title>Pocket Export</title></head><body><h1>Unread</h1><ul>
<li><a href="https://1.example/?a=1&amp;b" time_added="1600000000" tags="a,b c">One <script></a></li>
<li><a href="https://2.example/" time_added="1600000000" tags="">https://2.example/</a></li></ul>
<h1>Read Archive</h1><ul><li><a href="https://3.example/" time_added="1600000000" tags="">Three</a></li></ul></body></html>`;
  expect(await read(pocket)).toMatchObject({
    kind: 'pocket-html',
    folders: [],
    links: [
      { title: 'One <script>', url: 'https://1.example/?a=1&b', tags: ['a', 'b c'], unread: true },
      { title: 'https://2.example/' },
      { title: 'Three', archived: true, created: '2020-09-13T12:26:40.000Z' },
    ],
  });
  const instapaper = `<!DOCTYPE html><html><head><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><title>Instapaper: Export</title></head><body>
<h1>Unread</h1><ol><li><a href="https://1.example/">One</a><li><a href="https://2.example/">Two</a></ol>
<h1>Starred</h1><ol><li><a href="https://1.example/">One</a></ol><h1>Archive</h1><ol><li><a href="https://3.example/">Three</a></ol>
<h1>Recipes / Soups</h1><ol><li><a href="https://4.example/">Four</a></ol></body></html>`;
  expect(await read(instapaper)).toMatchObject({
    kind: 'instapaper-html',
    folders: [{ name: 'Recipes / Soups' }],
    links: [
      { title: 'One', unread: true, favorite: true },
      { title: 'Two' },
      { title: 'Three', archived: true },
      { title: 'Four', folders: [0] },
    ],
    entries: 5,
    merged: 1,
  });
});

describe('refused files', () => {
  test.each<[string, string | Uint8Array, string, RegExp]>([
    ['nothing', '', 'empty', /empty/],
    ['blanks', ' \n\ufeff', 'empty', /empty/],
    ['prose', 'Dear diary, today was a day.', 'not-recognised', /no bookmarks/],
    ['a web page', '<!doctype html><h1>x</h1><a href="/">y</a>', 'no-bookmark-file', /web page/],
    [
      'a fragment of a page',
      '<ul><li><a href="https://x.example/">x</a></ul>',
      'no-bookmark-file',
      /web page/,
    ],
    [
      'a page that speaks of bookmarks',
      '<html><title>Bookmarks</title><h1>Bookmarks</h1><dl><dt><a href="https://x.example/">x</a></dl>',
      'no-bookmark-file',
      /web page/,
    ],
    ['a feed', '<?xml version="1.0"?><rss><channel></channel></rss>', 'not-recognised', /feed/],
    [
      'a property list',
      '<?xml version="1.0"?><!DOCTYPE plist PUBLIC "x"><plist></plist>',
      'not-recognised',
      /Safari/,
    ],
    ['places.sqlite', 'SQLite format 3\0\x10\0', 'not-recognised', /Firefox/],
    ['a PDF', '%PDF-1.7\n', 'not-recognised', /PDF/],
    ['an image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]), 'not-recognised', /image/],
    ['a program', new Uint8Array([0x4d, 0x5a, 0x90, 0]), 'not-recognised', /program/],
    ['noise', new Uint8Array(1000).map((_, i) => (i * 7919) % 31), 'not-recognised', /text file/],
    ['JSON of something else', '{"name":"x","version":"1"}', 'not-recognised', /JSON/],
    ['broken JSON', '{"roots":{"bookmark_bar":}}', 'broken', /damaged/],
    [
      'passwords of Safari',
      'Title,URL,Username,Password,Notes,OTPAuth\nx,https://x.example/,a,secret,,',
      'passwords',
      /passwords/,
    ],
    [
      'passwords of Chrome',
      '\ufeff"name","url","username","password","note"\r\nx,https://x.example/,a,secret,',
      'passwords',
      /passwords/,
    ],
    [
      'passwords of Bitwarden',
      'folder,name,login_uri,login_username,login_password,login_totp\n',
      'passwords',
      /passwords/,
    ],
    [
      'passwords with a hint for Excel',
      'sep=;\nurl;Password\nhttps://x.example/;secret',
      'passwords',
      /passwords/,
    ],
    ['one-time passwords', 'url\totpauth\nhttps://x.example/\tsecret', 'passwords', /passwords/],
    [
      'passwords in UTF-16',
      utf16('\ufeffurl,password\nhttps://x.example/,secret', 'le'),
      'passwords',
      /passwords/,
    ],
    [
      "Bitwarden's JSON",
      '{"encrypted":false,"items":[{"login":{"password":"secret"}}]}',
      'passwords',
      /passwords/,
    ],
  ])('include %s', async (_name, content, refused, hint) => {
    const result = await read(content);
    expect(result).toEqual({ refused, hint: expect.stringMatching(hint) });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});
