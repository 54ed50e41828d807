import { describe, expect, test } from 'vitest';

import { readSample, refusalOf } from '#library/files/reading/testing/read-sample.ts';

type Pair = readonly [url: string, title: string];

/** The urls and titles of a sample. */
function pairsOf(sample: string): readonly Pair[] {
  return readSample(sample).links.map(({ url, title }) => [url, title]);
}

describe('a list of urls', () => {
  test.each(['\n', '\r\n', '\r'])('has one url per line, with %j as the line end', (end) => {
    const { links, kind, skipped } = readSample(
      [
        'https://a.example/?x=1&amp;b=(2).',
        '',
        ' www.b.example/y ',
        'javascript:alert("a b")',
        'Some words',
      ].join(end),
    );
    expect(kind).toBe('list');
    expect(links.map(({ url }) => url)).toEqual([
      'https://a.example/?x=1&amp;b=(2).',
      'https://www.b.example/y',
    ]);
    expect(skipped).toEqual([
      { reason: 'scheme', url: 'javascript:alert("a b")', title: '' },
      { reason: 'not-a-link', url: '', title: 'Some words' },
    ]);
  });

  test('has titles after a bar, a tab or a dash', () => {
    expect(
      pairsOf(
        'https://a.example/ | A | B https://c.example/\n\nchrome://newtab/ | Tab\nhttps://d.example/\tD\nhttps://e.example/ - E\nhttps://f.example/ |',
      ),
    ).toEqual([
      ['https://a.example/', 'A | B https://c.example/'],
      ['https://d.example/', 'D'],
      ['https://e.example/', 'E'],
      ['https://f.example/', 'https://f.example/'],
    ]);
  });

  test('has urls in sentences, and hosts without a scheme', () => {
    expect(
      pairsOf(
        'https://a.example/\nsee (https://b.example/x_(y)), or "https://c.example/"!\nd.example/path\n//e.example/',
      ).map(([url]) => url),
    ).toEqual([
      'https://a.example/',
      'https://b.example/x_(y)',
      'https://c.example/',
      'https://d.example/path',
      'https://e.example/',
    ]);
    expect(pairsOf('a.example/x\nb.example')).toHaveLength(2);
    expect(pairsOf('A https://a.example/\nB: https://b.example/')).toHaveLength(2);
  });

  test.each([
    ['prose', 'We met at https://a.example/ and talked.\nThe end.'],
    ['a program', 'const url = "https://a.example/";\nfetch(url);'],
    ['a feed', '<?xml version="1.0"?>\n<rss><link>https://a.example/</link></rss>'],
    ['a PDF', '%PDF-1.4\nhttps://a.example/'],
    ['binary data', `https://a.example/\n${'\0\u0001'.repeat(20)}`],
  ])('is not recognized in %s', (_name, text) => {
    expect(refusalOf(text)).not.toBe('read');
  });
});

describe('markdown', () => {
  test('ends a bare url before the punctuation of a sentence, also where it is the whole line', () => {
    const text =
      '- https://a.example/x.\n- https://b.example/x_(y).\n- <https://c.example/x.>\n- see https://d.example/!';
    expect(pairsOf(text).map(([url]) => url)).toEqual([
      'https://a.example/x',
      'https://b.example/x_(y)',
      'https://c.example/x.',
      'https://d.example/',
    ]);
  });

  test('has the tags that buku writes in comments', () => {
    const text =
      '- [A](https://a.example/) <!-- TAGS: a,two words -->\n- <https://b.example/> <!-- note -->\n';
    expect(readSample(text).links.map(({ url, tags }) => [url, tags])).toEqual([
      ['https://a.example/', ['a', 'two words']],
      ['https://b.example/', []],
    ]);
  });

  test.each([
    [
      'a comment',
      '# my list\na.example\nb.example/x\nc.example\n',
      ['a.example', 'b.example/x', 'c.example'],
    ],
    [
      'a url in brackets',
      'a.example\n<https://b.example/>\nc.example\n',
      ['a.example', 'b.example/', 'c.example'],
    ],
  ])('%s does not take the hosts from a list', (_name, text, hosts) => {
    const { links, skipped } = readSample(text);
    expect(links.map(({ url }) => url.replace('https://', ''))).toEqual(hosts);
    expect(skipped).toEqual([]);
  });

  test('prose that looks like a host is no link', () => {
    expect(pairsOf('# Notes\n- [A](https://a.example/)\nSome words\nMore words\nSocket.io\n')).toHaveLength(
      1,
    );
  });

  test('has folders as headings', () => {
    const { folders, links, kind } = readSample(
      '# One / two ##\n- [A](https://a.example/)\n\n### Deep\n* <https://b.example/>\n\n## [Linked](https://c.example/)\n' +
        '1. https://d.example/.\n\nUnderlined\n===\n- [ ] [E](https://e.example/)\n```\n# no heading\nhttps://f.example/\n```\n# Empty\n#\n',
    );
    expect(kind).toBe('markdown');
    expect(folders).toEqual([
      ['One / two'],
      ['One / two', 'Deep'],
      ['One / two', 'Linked'],
      ['Underlined'],
      ['Empty'],
      ['Unnamed folder'],
    ]);
    expect(links.map(({ url, title, folders: [path] }) => [url, title, path])).toEqual([
      ['https://a.example/', 'A', ['One / two']],
      ['https://b.example/', 'https://b.example/', ['One / two', 'Deep']],
      ['https://c.example/', 'Linked', ['One / two', 'Linked']],
      ['https://d.example/', 'https://d.example/', ['One / two', 'Linked']],
      ['https://e.example/', 'E', ['Underlined']],
      ['https://f.example/', 'https://f.example/', ['Underlined']],
    ]);
  });

  test.each<[string, readonly Pair[]]>([
    ['[T](https://a.example/x_(y) "Hint")', [['https://a.example/x_(y)', 'T']]],
    ['[T](<https://a.example/a b>)', [['https://a.example/a b', 'T']]],
    ['[T](https://a.example/a b)', [['https://a.example/a b', 'T']]],
    [
      '[a [b] \\] **c** &amp; `d`](https://a.example/?x=1&amp;y=2\\_3)',
      [['https://a.example/?x=1&y=2_3', 'a [b] ] c & d']],
    ],
    ['[![alt](https://i.example/x.png)](https://a.example/)', [['https://a.example/', 'alt']]],
    ['![alt](https://i.example/x.png) <img src="https://i.example/y.png">', []],
    ['[https://a.example/](https://a.example/1)', [['https://a.example/1', 'https://a.example/']]],
    ['[T][r], [r][] and [R]', [['https://r.example/', 'T']]],
    [
      '[T](https://a.example/ and https://b.example/',
      [
        ['https://a.example/', 'https://a.example/'],
        ['https://b.example/', 'https://b.example/'],
      ],
    ],
    [
      'text <https://a.example/>, **https://b.example/**; (https://c.example/).',
      [
        ['https://a.example/', 'https://a.example/'],
        ['https://b.example/', 'https://b.example/'],
        ['https://c.example/', 'https://c.example/'],
      ],
    ],
    [
      '| [A](https://a.example/) | https://b.example/ |',
      [
        ['https://a.example/', 'A'],
        ['https://b.example/', 'https://b.example/'],
      ],
    ],
  ])('has links: %s', (line, pairs) => {
    const definition = '[r]: https://r.example/ "Hint"\n[//]: # (comment)';
    const withDefinition = pairsOf(`- <https://z.example/>\n${line}\n${definition}`).slice(1);
    expect(withDefinition.filter(([, title]) => title !== 'r')).toEqual(pairs);
    expect(withDefinition.some(([url]) => url === 'https://r.example/')).toBe(true);
  });

  test.each([
    // A regular expression that repeats a group this often exhausts the stack.
    ['- ', 20_000_000],
    ...['> ', '[', '](', '[a](http://x ', '**a ', '<!--', '` ', 'a.'].map((sign): [string, number] => [
      sign,
      600_000,
    ]),
  ])('is read if a line repeats %j', (sign, length) => {
    const text = `- https://a.example/\n${sign.repeat(length / sign.length)}`;
    expect(readSample(text).links[0]?.url).toBe('https://a.example/');
  });

  test('tells prose and relative links, but no rules, tables and comments', () => {
    const { skipped, entries } = readSample(
      '---\ntitle: x\n---\n<!-- https://hidden.example/\n --> - [A](https://a.example/)\n| T | U |\n|---|---|\n***\nSome **prose**\n[B](other.md)\n<!-- no end\n',
    );
    expect(skipped).toEqual([
      { reason: 'not-a-link', url: '', title: 'title: x' },
      { reason: 'not-a-link', url: '', title: 'Some prose' },
      { reason: 'bad-url', url: 'other.md', title: 'B' },
      { reason: 'not-a-link', url: '', title: '<!-- no end' },
    ]);
    expect(entries).toBe(5);
  });
});

describe('OPML', () => {
  test('has outlines as folders, links and text, with attributes in any order and case', () => {
    const { folders, links, skipped, told, kind } = readSample(
      '<?xml version="1.0" encoding="UTF-8"?>\n<!-- exported <outline text="no"/> --><OPML version="2.0"><head><title>My feeds</title></head><body>\n' +
        `<outline XMLURL="https://a.example/feed" created='Mon, 01 Feb 2021 10:00:00 +0100' HtmlUrl="https://a.example/?x=1&amp;copy=2" TEXT="A &quot;b&quot; &#x2013; c" type="rss"/>\n` +
        '<outline text="x / y"><outline text="__proto__"><outline type="link" text="L" url="https://l.example/" _note="N"/></outline><outline text="Text only"/></outline>\n' +
        '<outline title="Parent" xmlUrl="https://p.example/feed"><outline text="Child" htmlUrl="" xmlUrl="https://c.example/feed"></outline></outline>\n' +
        '<outline text="Empty"></outline><outline type="rss" text="No url"/><outline text="a > b" url="javascript:1"/></body></OPML>',
    );
    expect([kind, told]).toEqual([
      'opml',
      ['Foldmark has no place for these fields, so they are left out: xmlurl (1).'],
    ]);
    expect(folders).toEqual([['x / y'], ['x / y', '__proto__'], ['Parent'], ['Empty']]);
    expect(links).toEqual([
      expect.objectContaining({
        url: 'https://a.example/?x=1&copy=2',
        title: 'A "b" – c',
        created: '2021-02-01T09:00:00.000Z',
        folders: [[]],
      }),
      expect.objectContaining({ url: 'https://l.example/', note: 'N', folders: [['x / y', '__proto__']] }),
      expect.objectContaining({ url: 'https://p.example/feed', title: 'Parent', folders: [[]] }),
      expect.objectContaining({ url: 'https://c.example/feed', title: 'Child', folders: [['Parent']] }),
    ]);
    expect(skipped.map(({ reason, title }) => [reason, title])).toEqual([
      ['not-a-link', 'Text only'],
      ['no-url', 'No url'],
      ['scheme', 'a > b'],
    ]);
  });

  test('that ends early tells so, and half a link is none', () => {
    const { links, told } = readSample(
      '<opml><body><outline text="F"><outline text="A" url="https://a.example/"/><outline text="B" url="https://b.exa',
    );
    expect(links.map(({ url }) => url)).toEqual(['https://a.example/']);
    expect(told).toHaveLength(1);
  });
});
