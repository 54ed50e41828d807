import { describe, expect, test } from 'vitest';

import { readSample } from '#library/files/reading/testing/read-sample.ts';

const HEAD = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Bookmarks</TITLE>
<H1>Bookmarks</H1>
`;

/** Each link as a line: path, title, url, and its other values. */
function linesOf(text: string): readonly string[] {
  return readSample(text).links.map(({ folders, title, url, note, tags }) =>
    [
      folders.map((path) => `/${path.join('/')}`).join(' '),
      title,
      url,
      ...(note === '' ? [] : [`note ${JSON.stringify(note)}`]),
      ...(tags.length === 0 ? [] : [`tags ${tags.join('+')}`]),
    ].join(' | '),
  );
}

describe('structure', () => {
  test('a description between a heading and its list does not cost the list', () => {
    const sample = `${HEAD}<DD>About the menu
<DL><p>
<DT><H3>A</H3>
<DD>About A
<DL><p>
<DT><A HREF="https://1.example/">One</A>
<DD>About one
<HR><DT><A HREF="https://2.example/">Two</A>
<DT><H3>B</H3>
<DD>About B
<DL><p>
<DT><A HREF="https://3.example/">Three</A>
</DL><p>
<DT><A HREF="https://4.example/">Four</A>
</DL><p>
<DT><A HREF="https://5.example/">Five</A>
</DL>`;
    expect(linesOf(sample)).toEqual([
      '/A | One | https://1.example/ | note "About one"',
      '/A | Two | https://2.example/',
      '/A/B | Three | https://3.example/',
      '/A | Four | https://4.example/',
      '/ | Five | https://5.example/',
    ]);
    expect(readSample(sample).told).toEqual([
      '1 separator was left out.',
      '3 descriptions of folders were left out.',
    ]);
  });

  test('Safari has no outer list and closes nothing else', () => {
    const sample = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
	<HTML>
	<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
	<Title>Bookmarks</Title>
	<H1>Bookmarks</H1>
	<DT><H3 FOLDED>Favorites</H3>
	<DL><p>
		<DT><A HREF="https://www.apple.com/">Apple</A>
		<DT><H3 FOLDED>Inner</H3>
		<DL><p>
			<DT><A HREF="https://inner.example/">Inner</A>
		</DL><p>
	</DL><p>
	<DT><A HREF="https://top.example/">Top</A>
	<DT><H3 id="com.apple.ReadingList" FOLDED>Reading List</H3>
	<DL><p>
	</DL><p>
	</HTML>`;
    expect(linesOf(sample)).toEqual([
      '/Favorites | Apple | https://www.apple.com/',
      '/Favorites/Inner | Inner | https://inner.example/',
      '/ | Top | https://top.example/',
    ]);
    expect(readSample(sample)).toMatchObject({
      source: 'Safari',
      told: [],
      folders: [['Favorites'], ['Favorites', 'Inner']],
    });
  });

  test('after a surplus end of a list, the rest is at the top level', () => {
    expect(
      linesOf(`${HEAD}<DL><p><DT><H3>A</H3><DL><p></DL><p></DL><p></DL><p>
<DT><A HREF="https://1.example/">One</A>
<DT><H3>B</H3><DL><p><DT><A HREF="https://2.example/">Two</A></DL>`),
    ).toEqual(['/ | One | https://1.example/', '/B | Two | https://2.example/']);
  });

  test('other lists and headings, closed tags, lower case, single or no quotes, and any order of attributes', () => {
    expect(
      linesOf(`<!doctype netscape-bookmark-file-1><html><body><h1>Pearltrees</h1>
<ul><li><h2>A</h2><ul>
<li><a add_date='1600000000' href='https://1.example/?a=1&amp;b=2'>One</a></li>
<dt><a target=_blank href=https://2.example/x/ tags=a,b>Two</a></dt></ul></li>
<li><h4>B</h4><menu><li><a
  title="x > y"
  href="https://3.example/">Three</a></li></menu></li></ul></body></html>`),
    ).toEqual([
      '/A | One | https://1.example/?a=1&b=2',
      '/A | Two | https://2.example/x/ | tags a+b',
      '/B | Three | https://3.example/',
    ]);
  });

  test('a file in one line is read', () => {
    expect(
      linesOf(
        `${HEAD}<DL><p><DT><H3>A</H3><DL><p><DT><A HREF="https://1.example/">One</A><DD>Note<DT><A HREF="https://2.example/">Two<DT><A HREF="https://3.example/">Three<DD>Note 3</DL><p><DT><H3>B<DL><p><DT><A HREF="https://4.example/">Four</A></DL></DL>`,
      ),
    ).toEqual([
      '/A | One | https://1.example/ | note "Note"',
      '/A | Two | https://2.example/',
      '/A | Three | https://3.example/ | note "Note 3"',
      '/B | Four | https://4.example/',
    ]);
  });

  test('empty folders arrive, empty roots of a browser do not', () => {
    const sample = `${HEAD}<DL><p>
<DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Lesezeichenleiste</H3>
<DL><p>
</DL><p>
<DT><H3 UNFILED_BOOKMARKS_FOLDER="true">Weitere</H3>
<DL><p>
<DT><H3>Empty</H3>
</DL><p>
<DT><H3>   </H3>
</DL><p>`;
    expect(readSample(sample)).toMatchObject({
      folders: [['Weitere'], ['Weitere', 'Empty'], ['Unnamed folder']],
      links: [],
    });
  });

  test('comments, scripts and styles contain no entries, and no text becomes markup', () => {
    expect(
      linesOf(`<!-- saved --><!DOCTYPE NETSCAPE-Bookmark-file-1>
<!-- <DT><A HREF="https://0.example/">No</A> -->
<DL><p><!-- no end
<DT><A HREF="https://1.example/">&lt;script&gt;alert(1)&lt;/script&gt;</A>
</DL><script>document.write('<a href="https://9.example/">No</a>')</script>`),
    ).toEqual(['/ | <script>alert(1)</script> | https://1.example/']);
  });
});

describe('titles', () => {
  test('unescaped markup in titles loses no entries', () => {
    const titles = [
      'The <script> tag',
      'Use <style> well',
      'A <textarea> without end',
      'Comments <!-- like this',
      'How <h1> and <dl>, <dt> and <dd> work',
      '<h1> first',
      'a < b && c > d',
      'List<T> of <div>',
      '<title> and </title>',
      'AT&T',
      '100% "quoted" \'text\'',
    ];
    const entries = titles.map((title, i) => `<DT><A HREF="https://${i}.example/">${title}</A>\n`);
    expect(linesOf(`${HEAD}<DL>\n${entries.join('')}</DL>`)).toEqual(
      titles.map((title, i) => `/ | ${title} | https://${i}.example/`),
    );
  });

  test('formatting tags are removed, and entities are decoded once', () => {
    expect(
      linesOf(`${HEAD}<DL><p>
<DT><A HREF="https://1.example/"><b>Bold</b> and <i class="x">slanted</i><br>text</A>
<DT><A HREF="https://2.example/">&amp;amp; &#39;&#x27;&quot; &eacute;&nbsp;&hellip; &#128512; &copy 2020 &unknown; &#0; &#x80;</A>
<DT><A HREF="https://3.example/">  many
   lines	here </A>`),
    ).toEqual([
      '/ | Bold and slanted text | https://1.example/',
      "/ | &amp; ''\" é … 😀 © 2020 &unknown; \ufffd € | https://2.example/",
      '/ | many lines here | https://3.example/',
    ]);
  });

  test('an empty title, or one equal to the url, becomes the url', () => {
    expect(
      linesOf(`${HEAD}<DL><p>
<DT><A HREF="https://1.example/?a&amp;b"></A>
<DT><A HREF="https://2.example/?a&amp;b">https://2.example/?a&amp;b</A>`),
    ).toEqual([
      '/ | https://1.example/?a&b | https://1.example/?a&b',
      '/ | https://2.example/?a&b | https://2.example/?a&b',
    ]);
  });

  test('a name of 1 MB is cut without splitting a surrogate pair', () => {
    const { links, folders } = readSample(
      `${HEAD}<DL><p><DT><H3>${'f'.repeat(299)}😀${'f'.repeat(1_000_000)}</H3><DL><p><DT><A HREF="https://1.example/">${'t'.repeat(999)}😀${'<b>'.repeat(300_000)}</A></DL></DL>`,
    );
    expect(links[0]?.title).toBe('t'.repeat(999));
    expect(folders[0]?.[0]).toBe('f'.repeat(299));
  });
});

describe('attributes', () => {
  test.each([
    ['HREF="https://x.example/?a=1&copy=2&lt=3&amp;d"', 'https://x.example/?a=1&copy=2&lt=3&d'],
    ['HREF="https://x.example/?q="a"&b="', 'https://x.example/?q="a"&b='],
    ['HREF="https://x.example/?q=%22a%22" SHORTCUTURL="k"', 'https://x.example/?q=%22a%22'],
    ['HREF="https://x.example/?q=%s" POST_DATA=""', 'https://x.example/?q=%s'],
    ['HREF="https://x.example/?q=&quot;a&quot;"', 'https://x.example/?q="a"'],
    ['HREF="https://x.example/a"ADD_DATE="1"', 'https://x.example/a'],
    ['HREF = "https://x.example/a" FOLDED', 'https://x.example/a'],
    ['HREF="https://x.example/\n  a\tb"', 'https://x.example/  ab'],
    ['HREF=" https://x.example/a "', 'https://x.example/a'],
    ['FEEDURL="https://f.example/" HREF="https://x.example/a"', 'https://x.example/a'],
    ['HREF="https://x.example/a%2520b"', 'https://x.example/a%2520b'],
    ['HREF="www.x.example/y"', 'https://www.x.example/y'],
    ['HREF="//x.example/y"', 'https://x.example/y'],
    ['HREF="HTTP://X.example/Y"', 'HTTP://X.example/Y'],
    ['HREF="https://x.example/a" HREF="https://y.example/"', 'https://x.example/a'],
    ['DATA-HREF="https://y.example/" HREF="https://x.example/a"', 'https://x.example/a'],
  ])('of a link are read: %s', (attributes, url) => {
    expect(readSample(`${HEAD}<DL><p>\n<DT><A ${attributes}>Title</A>\n</DL><p>`)).toMatchObject({
      links: [{ url, title: 'Title' }],
    });
  });

  test('a value without its closing quote loses at most one entry', () => {
    expect(
      linesOf(`${HEAD}<DL><p>
<DT><A HREF="https://1.example/>One</A>
<DT><A HREF="https://2.example/">Two</A>
<DT><A HREF='https://3.example/ ADD_DATE='1'>Three</A>
<DT><A HREF="https://4.example/"
<DT><A HREF="https://5.example/">Five</A>`).slice(0, 2),
    ).toEqual(['/ | One | https://1.example/', '/ | Two | https://2.example/']);
  });

  test('dates, tags, flags, covers and icons are read', () => {
    const { links } = readSample(`${HEAD}<DL><p>
<DT><A HREF="https://1.example/" ADD_DATE="1600000000" LAST_MODIFIED="1500000000" TAGS="a, B ,b,,c d" TOREAD="1" PRIVATE="1" ICON="data:image/png;base64,AA==" ICON_URI="https://i.example/">1</A>
<DT><A HREF="https://2.example/" LAST_MODIFIED="1500000000" PRIVATE="" TOREAD="0" DATA-COVER="https://c.example/c.png" DATA-IMPORTANT="true">2</A>
<DT><A HREF="https://3.example/" ADD_DATE="1600000000123456" TAGS="linkding:bookmarks.archived,x">3</A>
<DT><A HREF="https://4.example/" ADD_DATE="1600000000123">4</A>
<DT><A HREF="https://5.example/" ADD_DATE="0" LAST_MODIFIED="1500000000" DATA-COVER="data:image/png;base64,AA==">5</A>
<DT><A HREF="https://6.example/" ADD_DATE="-868878000">6</A>`);
    expect(
      links.map(({ title, url: _url, folders: _folders, note: _note, ...rest }) => ({ title, ...rest })),
    ).toEqual([
      { title: '1', created: '2020-09-13T12:26:40.000Z', tags: ['a', 'B', 'c d'], unread: true },
      {
        title: '2',
        created: '2017-07-14T02:40:00.000Z',
        tags: [],
        cover: 'https://c.example/c.png',
        favorite: true,
      },
      { title: '3', created: '2020-09-13T12:26:40.123Z', tags: ['x'], archived: true },
      { title: '4', created: '2020-09-13T12:26:40.123Z', tags: [] },
      { title: '5', created: null, tags: [] },
      { title: '6', created: null, tags: [] },
    ]);
  });
});

describe('notes', () => {
  test('end at the next structural tag, and keep their line breaks', () => {
    expect(
      linesOf(`${HEAD}<DL><p>
<DT><A HREF="https://1.example/">One</A>
<DD>First line
second &lt;b&gt; line<br>third &amp;amp;
<DT><A HREF="https://2.example/">Two</A>
<DD>See <a href="https://no.example/">this</a> and <script>x</script>
<DT><H3>A</H3>
<DL><p>
<DT><A HREF="https://3.example/">Three</A><DD>three</DD>
</DL><p>
<DD>Of nothing
<DT><A HREF="https://4.example/">Four</A>
<HR>
<DD>Of nothing
</DL><p>`),
    ).toEqual([
      '/ | One | https://1.example/ | note "First line\\nsecond <b> line\\nthird &amp;"',
      '/ | Two | https://2.example/ | note "See <a href=\\"https://no.example/\\">this</a> and <script>x</script>"',
      '/A | Three | https://3.example/ | note "three"',
      '/ | Four | https://4.example/',
    ]);
  });

  test('can contain lists, and links that are no bookmarks', () => {
    expect(
      linesOf(`${HEAD}<DL><p>
<DT><A HREF="https://1.example/">One</A>
<DD>Before<ul><li>first</li>
<li class="x">second <a href="https://no.example/">link</a></ul>
<a href="https://also-no.example/">line</a>
<DT><A HREF="https://2.example/">Two</A>
</DL>`),
    ).toEqual([
      '/ | One | https://1.example/ | note "Before\\n- first\\n\\n- second <a href=\\"https://no.example/\\">link</a>\\n<a href=\\"https://also-no.example/\\">line</a>"',
      '/ | Two | https://2.example/',
    ]);
  });

  test('are read with the line ends, marks and tags of linkding', () => {
    const sample = [
      '<!DOCTYPE NETSCAPE-Bookmark-file-1>',
      '<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">',
      '<TITLE>Bookmarks</TITLE>',
      '<H1>Bookmarks</H1>',
      '<DL><p>',
      '<DT><A HREF="https://1.example/?a=1&b=2" ADD_DATE="1600000000" PRIVATE="1" TOREAD="0" TAGS="x,y">One</A>',
      '<DD>Description[linkding-notes]Line 1',
      'Line 2[/linkding-notes]',
      '<DT><A HREF="https://2.example/" ADD_DATE="1600000000" PRIVATE="1" TOREAD="1" TAGS="">Two</A>',
      '<DD>[linkding-notes]Only notes[/linkding-notes]',
      '</DL><p>',
    ].join('\n\r');
    expect(linesOf(sample)).toEqual([
      '/ | One | https://1.example/?a=1&b=2 | note "Description\\n\\nLine 1\\nLine 2" | tags x+y',
      '/ | Two | https://2.example/ | note "Only notes"',
    ]);
    expect(readSample(sample)).toMatchObject({
      source: 'linkding',
      told: [
        'The file marks links: 1 to read later. They arrive without these marks.',
        'Foldmark has no place for these fields, so they are left out: private (2).',
      ],
    });
  });
});

describe('skipped entries', () => {
  test('have a reason, url and title, and are counted', () => {
    const { skipped, entries, merged, links } = readSample(`${HEAD}<DL><p>
<DT><A HREF="">Nothing</A>
<DT><A>No attribute</A>
<DT><A HREF="/shaare/abc">A note of Shaarli</A>
<DT><A HREF="?abc">Another</A>
<DT><A HREF="page2.html">Beside</A>
<DT><A HREF="https://">No host</A>
<DT><A HREF="place:sort=8">Query</A>
<DT><A HREF="JavaScript:alert(&quot;1&quot;)">Code</A>
<DT><A HREF="java&#10;script:alert(1)">Hidden code</A>
<DT><A HREF="moz-extension://a/b">Extension</A>
<DT><A HREF="about:config">About</A>
<DT><A HREF="tel:112">Call</A>
<DT><A HREF="https://l.example/${'x'.repeat(8200)}">Long</A>
<DT><A HREF="https://1.example/">One</A>
<DT><A HREF="https://1.example/#">Again</A>`);
    expect(skipped.map(({ reason, title }) => `${reason} ${title}`)).toEqual([
      'no-url Nothing',
      'no-url No attribute',
      'bad-url A note of Shaarli',
      'bad-url Another',
      'bad-url Beside',
      'bad-url No host',
      'scheme Query',
      'scheme Code',
      'scheme Hidden code',
      'scheme Extension',
      'scheme About',
      'scheme Call',
      'too-long Long',
    ]);
    expect([entries, merged, links.length]).toEqual([15, 1, 1]);
  });
});

describe('a file that ends early', () => {
  test.each([
    ['<DT><A HREF="https://2.exam', 1],
    ['<DT><A HREF=https://2.exam', 1],
    ['<DT><A HREF="https://2.example/" ADD_DA', 2],
    ['<DT><A HREF="https://2.example/">Ti', 2],
    ['<DT><H3>B</H', 1],
    ['<DT><A HR', 1],
    ['<D', 1],
  ])('keeps its complete entries if it ends with %s', (end, count) => {
    const { links, told } = readSample(`${HEAD}<DL><p>\n<DT><A HREF="https://1.example/">One</A>\n${end}`);
    expect(links).toHaveLength(count);
    expect(told).toEqual(['The file ends early. Everything before its end was read.']);
  });
});

describe('Raindrop, Pinboard and Shiori', () => {
  test('Raindrop: its own collections are no folders', () => {
    const sample = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<TITLE>Raindrop.io Bookmarks</TITLE>
<H1>Raindrop.io Bookmarks</H1>
<DL><p>
	<DT><H3 ADD_DATE="0" LAST_MODIFIED="0">Unsorted</H3>
	<DL><p>
		<DT><A HREF="https://1.example/" ADD_DATE="1600000000" LAST_MODIFIED="1600000000" TAGS="a" DATA-COVER="https://c.example/" DATA-IMPORTANT="true">One</A>
		<DD>Excerpt
	</DL><p>
	<DT><H3 ADD_DATE="0">Trash</H3>
	<DL><p>
	</DL><p>
	<DT><H3 ADD_DATE="1600000000">Mine</H3>
	<DL><p>
		<DT><H3 ADD_DATE="1600000000">Unsorted</H3>
		<DL><p>
			<DT><A HREF="https://2.example/">Two</A>
		</DL><p>
	</DL><p>
</DL><p>    `;
    expect(readSample(sample)).toMatchObject({
      source: 'Raindrop.io',
      folders: [['Mine'], ['Mine', 'Unsorted']],
      links: [{ folders: [[]], favorite: true, note: 'Excerpt' }, { folders: [['Mine', 'Unsorted']] }],
    });
  });

  test('Pinboard: the first entry on the line of the list, blank lines, empty titles, escaped markup', () => {
    expect(
      linesOf(`<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<TITLE>Pinboard Bookmarks</TITLE>
<H1>Bookmarks</H1>
<DL><p><DT><A HREF="https://1.example/" ADD_DATE="1600000000" PRIVATE="0" TOREAD="1" TAGS="a,b">One</A>
<DD>&lt;blockquote&gt;Quote&lt;/blockquote&gt;

<DT><A HREF="https://2.example/" ADD_DATE="1600000000" PRIVATE="0" TAGS=""></A>

</DL></p>`),
    ).toEqual([
      '/ | One | https://1.example/ | note "<blockquote>Quote</blockquote>" | tags a+b',
      '/ | https://2.example/ | https://2.example/',
    ]);
  });

  test('Shiori: everything on one head line', () => {
    expect(
      linesOf(
        `<!DOCTYPE NETSCAPE-Bookmark-file-1><META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8"><TITLE>Bookmarks</TITLE><H1>Bookmarks</H1><DL>
<DT><A HREF="https://1.example/?a=1&b=2" ADD_DATE="1600000000" LAST_MODIFIED="1600000000" TAGS="go,web">Use <script> & <style></A>
<DT><A HREF="https://2.example/" ADD_DATE="1600000000" LAST_MODIFIED="1600000000" TAGS="">Two</A>
</DL>`,
      ),
    ).toEqual([
      '/ | Use <script> & <style> | https://1.example/?a=1&b=2 | tags go+web',
      '/ | Two | https://2.example/',
    ]);
  });
});
