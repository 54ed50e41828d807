import { makeBinaryPlist } from './make-plist.ts';

/** A small file of each format, with the quirks of its product. The fuzz test mutates these files. */

const HTML_HEAD =
  '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n';

const TEXTS: ReadonlyMap<string, string> = new Map([
  [
    'netscape',
    `${HTML_HEAD}<DL><p>\n    <DT><H3 ADD_DATE="1600000000" PERSONAL_TOOLBAR_FOLDER="true">Bar &amp; more</H3>\n<DD>About the folder\n    <DL><p>\n` +
      '        <DT><A HREF="https://a.example/?x=1&copy=2" ADD_DATE="1600000001" TAGS="a,b" ICON="data:image/png;base64,AAAA">A &lt;b&gt; <script></A>\n<DD>Note\nof two lines<HR>' +
      '        <DT><A HREF=\'javascript:alert(1)\'>Code</A>\n    </DL><p>\n    <DT><H3></H3>\n    <DL><p></DL><p>\n<DT><A HREF="https://a.example/?x=1&copy=2" PRIVATE=0>Again</A>\n</DL>\n',
  ],
  [
    'safari',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<HTML>\n<Title>Bookmarks</Title>\n<H1>Bookmarks</H1>\n<DT><H3 FOLDED>Favorites</H3>\n<DL><p>\n\t<DT><A HREF="https://s.example/">S</A>\n</DL><p>\n' +
      '<DT><H3 id="com.apple.ReadingList">Reading List</H3>\n<DL><p>\n\t<DT><A HREF="https://t.example/">T</A>\n</DL><p>\n</HTML>\n',
  ],
  [
    'linkding',
    `${HTML_HEAD}<DL><p>\n\r<DT><A HREF="https://l.example/?a="b"" ADD_DATE="1600000000" PRIVATE="1" TOREAD="1" TAGS="x,linkding:bookmarks.archived">L</A>\n\r<DD>D[linkding-notes]N[/linkding-notes]\n\r</DL><p>`,
  ],
  [
    'pocket-html',
    '<!DOCTYPE html>\n<html><head><title>Pocket Export</title></head><body><h1>Unread</h1><ul><li><a href="https://p.example/" time_added="1600000000" tags="a,b">P</a></li></ul><h1>Read Archive</h1><ul></ul></body></html>',
  ],
  [
    'instapaper-html',
    '<!DOCTYPE html>\n<html><head><title>Instapaper: Export</title></head><body><h1>Unread</h1><ol><li><a href="https://i.example/">I</a><li><a href="https://j.example/">J</a></ol><h1>Folder</h1><ol></ol></body></html>',
  ],
  [
    'chrome-json',
    '{"checksum":"x","roots":{"bookmark_bar":{"type":"folder","name":"Bar","children":[{"type":"url","name":"C","url":"https://c.example/","date_added":"13300000000000000"},' +
      '{"type":"folder","name":"F","children":[]}]},"other":{"type":"folder","name":"Other","children":[]},"synced":{"type":"folder","name":"M","children":[]}},"version":1}',
  ],
  [
    'firefox-json',
    '{"guid":"root________","type":"text/x-moz-place-container","root":"placesRoot","children":[{"type":"text/x-moz-place-container","root":"bookmarksMenuFolder","title":"menu","children":' +
      '[{"type":"text/x-moz-place","title":"F","uri":"https://f.example/","dateAdded":1600000000000000,"index":1,"tags":"a,b"},{"type":"text/x-moz-place-separator","index":0}]}]}',
  ],
  [
    'raindrop-csv',
    'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n1,"A, ""b""","two\nlines",,https://r.example/,a/b / c,"x, y",2024-01-02T03:04:05.123Z,https://r.example/i.png,,true\n2,,,,,Unsorted,,,,,false\n',
  ],
  ['pocket-csv', 'title,url,time_added,tags,status\r\nP,https://p.example/,1600000000,a|b,unread\r\n'],
  [
    'instapaper-csv',
    'URL,Title,Selection,Folder,Timestamp,Tags\nhttps://i.example/,I,"S",Starred,1600000000,"[""a"",""b""]"\n',
  ],
  [
    'readwise-csv',
    `Title,URL,ID,Document tags,Saved date,Reading progress,Location,Seen\nR,https://r.example/,1,"['a', ""b's""]",2022-11-06 04:33:50+00:00,0.5,new,True\nF,https://f.example/,2,[],,0,feed,False\n`,
  ],
  [
    'wallabag-csv',
    'Title;URL;Content;Tags;"MIME Type";Language;"Creation date"\nW;https://w.example/;"<p>""x""</p>";"a, b";text/html;en;"27/03/2024 03:15:12"\n',
  ],
  [
    'foldmark-csv',
    'url,title,folder,tags,note,created,favorite\nhttps://o.example/,\'=1,"a / b\nc",,"n\nm",2024-01-02T03:04:05.000Z,true\n',
  ],
  [
    'karakeep-json',
    '{"bookmarks":[{"createdAt":1730000000.5,"title":null,"tags":["a"],"lists":["x","y"],"content":{"type":"link","url":"https://k.example/"},"note":"n"},{"content":null}],' +
      '"lists":[{"id":"x","name":"X","type":"manual","parentId":"y"},{"id":"y","name":"Y","parentId":"x"},{"id":"s","name":"S","type":"smart"}]}',
  ],
  [
    'linkwarden-json',
    '{"collections":[{"id":1,"name":"C","parentId":2,"links":[{"id":5,"name":"L","url":"https://l.example/","tags":[{"name":"t"}],"description":"d","createdAt":"2024-01-01T00:00:00Z"},{"id":6,"url":null}]},{"id":2,"name":"P"}],"pinnedLinks":[{"id":5}]}',
  ],
  [
    'linkding-json',
    '{"count":1,"results":[{"url":"https://l.example/","title":"","description":"d","notes":"n","tag_names":["a"],"unread":true,"is_archived":false,"date_added":"2024-01-01T00:00:00Z"}]}',
  ],
  [
    'pinboard-json',
    '[{"href":"https:\\/\\/p.example\\/","description":false,"extended":"e","time":"2016-10-31T15:57:56Z","toread":"yes","tags":"a b"}]',
  ],
  [
    'omnivore-json',
    '[{"id":"1","slug":"s","title":"O","url":"https://o.example/","state":"Archived","labels":["a",{"name":"b"}],"savedAt":"2024-01-02T03:04:05.678Z","thumbnail":"https://o.example/i.png"}]',
  ],
  [
    'wallabag-json',
    '[{"is_archived":1,"is_starred":0,"tags":["a"],"title":"W","url":"https://w.example/","created_at":"2024-01-02T03:04:05+0200","annotations":[{"quote":"q","text":"t"}]}]',
  ],
  [
    'foldmark-json',
    '{"foldmark":1,"folders":[{"id":1,"parent":0,"name":"F"},{"id":2,"parent":1,"name":"G","trashed":true}],"links":[{"url":"https://f.example/","name":"N","note":"n","created_at":"2024-01-02T03:04:05.678Z","folders":[1,2],"favorite":true}]}',
  ],
  [
    'chrome-tree-json',
    '[{"id":"0","title":"","children":[{"id":"1","parentId":"0","title":"Bar","children":[{"id":"5","parentId":"1","title":"A","url":"https://a.example/","dateAdded":1704164640000}]},' +
      '{"id":"2","parentId":"0","title":"Other","children":[]}]}]',
  ],
  [
    'session-buddy-json',
    '{"format":"nxs.json.v2","collections":[{"title":"C","created":1704164640000,"folders":[{"title":"F","links":[{"url":"https://s.example/","title":"S"}]}]}],"history":[{"windows":[]}]}',
  ],
  [
    'tab-session-manager-json',
    '[{"name":"S","date":1704164640000,"tag":["t"],"tabsNumber":1,"windows":{"7":{"2":{"url":"https://t.example/","title":"T","index":0}},"8":{}}}]',
  ],
  [
    'toby-json',
    '{"version":3,"lists":[{"title":"L","labels":["a"],"cards":[{"url":"https://t.example/","title":"T","customTitle":"C","customDescription":"D"}]}]}',
  ],
  [
    'arc-json',
    '{"sidebar":{"containers":[{"items":["p",{"id":"p","childrenIds":["f"],"data":{"itemContainer":{}}},"f",{"id":"f","title":"F","childrenIds":["t","p"],"data":{"list":{}}},' +
      '"t",{"id":"t","data":{"tab":{"savedURL":"https://a.example/","savedTitle":"A"}}}],"spaces":["s",{"title":"S","newContainerIDs":[{"pinned":{}},"p"]}]}]}}',
  ],
  [
    'goodlinks-json',
    '[{"url":"https://g.example/","title":"G","summary":"S","tags":["a",["b","c"]],"starred":true,"addedAt":1704164640,"readAt":0}]',
  ],
  [
    'diigo-csv',
    'title,url,tags,description,comments,annotations,created_at\nD,https://d.example/,"a ""b c""",D,C,N,2024-01-02 03:04:00\n',
  ],
  [
    'linkace-csv',
    'id,url,title,description,check_disabled,tags,lists,lists\n1,https://l.example/,L,D,,"a,b","x,y",z,more\n',
  ],
  ['table', 'Nom;Adresse;X\nA;https://a.example/;1\nB;https://b.example/;2\n'],
  ['pocket-table', 'A,https://a.example/,1704164640,t|u,unread\nB,https://b.example/,1704164640,,archive\n'],
  [
    'org',
    '* F :t:\n** [[https://a.example/][A [x]]] :a::b:c d:\n** P\n:PROPERTIES:\n:URL: https://b.example/\n:END:\ntext [[https://c.example/]]\n',
  ],
  [
    'xbel',
    '<?xml version="1.0"?>\n<!DOCTYPE xbel [<!ENTITY a "&b;">]>\n<xbel version="1.0"><folder added="x"><title>F &amp; <![CDATA[<G>]]></title><desc>D</desc>' +
      '<bookmark href="https://a.example/?a=1&amp;b=2" TAGS="a,b"><title>A &a;</title><desc>N</desc></bookmark><separator/></folder><bookmark href="https://b.example/"/></xbel>',
  ],
  [
    'safari-xml',
    '<?xml version="1.0"?>\n<!DOCTYPE plist PUBLIC "x" "y">\n<plist version="1.0"><dict><key>WebBookmarkType</key><string>WebBookmarkTypeList</string><key>Children</key><array>' +
      '<dict><key>URLString</key><string>https://s.example/?a=1&amp;b=2</string><key>URIDictionary</key><dict><key>title</key><string>S</string></dict><key>n</key><integer>1</integer><true/></dict></array></dict></plist>',
  ],
  ['pocket-list', '<ul><li><a href="https://p.example/" time_added="1704164640" tags="a,b">P</a></li></ul>'],
  [
    'json',
    '{"bookmarks":[{"link":"https://g.example/","folder":"a/b","tags":"x, y","dateAdded":1704164645000}]}',
  ],
  [
    'markdown',
    '# One\n- [A [b] \\] **c**](https://a.example/x_(y) "T")\n\nTwo\n---\n1. <https://b.example/> and https://c.example/.\n[r]: https://r.example/\n```\ncode\n```\n',
  ],
  ['list', 'https://a.example/ | A | B\nwww.b.example/x\n\njavascript:alert(1)\nprose\n'],
  [
    'opml',
    '<?xml version="1.0"?>\n<opml version="2.0"><body><outline text="F &amp; G"><outline type="rss" text="A" xmlUrl="https://a.example/feed" htmlUrl="https://a.example/" created="Mon, 01 Feb 2021 10:00:00 +0100"/></outline></body></opml>',
  ],
]);

/** A bookmark of Safari, and a list of them. */
const SAFARI = {
  WebBookmarkType: 'WebBookmarkTypeList',
  Children: [
    {
      WebBookmarkType: 'WebBookmarkTypeList',
      Title: 'BookmarksBar',
      Children: [
        {
          URLString: 'https://s.example/ü',
          URIDictionary: { title: 'S' },
          ReadingList: { DateAdded: new Date(0) },
        },
      ],
    },
  ],
};

/** The bytes of each sample, by format. */
export const SAMPLES: ReadonlyMap<string, Uint8Array> = new Map([
  ...[...TEXTS].map(([kind, text]): [string, Uint8Array] => [kind, new TextEncoder().encode(text)]),
  ['safari-binary', makeBinaryPlist(SAFARI)],
  ['utf-16', utf16(TEXTS.get('netscape') ?? '')],
  ['lz4', lz4(TEXTS.get('firefox-json') ?? '')],
  ['pocket-zip', storedZip([['part_000000.csv', TEXTS.get('pocket-csv') ?? '']])],
  [
    'omnivore-zip',
    storedZip([
      ['metadata_0_to_1.json', TEXTS.get('omnivore-json') ?? ''],
      ['content/s.html', '<p>https://no.example/</p>'],
    ]),
  ],
  [
    'safari-zip',
    storedZip([
      ['Bookmarks.html', TEXTS.get('safari') ?? ''],
      ['Passwords.csv', 'Title,URL,Username,Password,Notes,OTPAuth\n'],
    ]),
  ],
]);

function utf16(text: string): Uint8Array {
  const units = Uint16Array.from(`\uFEFF${text}`, (character) => character.charCodeAt(0));
  return new Uint8Array(units.buffer);
}

/** One block of literals after Mozilla's magic bytes. */
function lz4(text: string): Uint8Array {
  const body = new TextEncoder().encode(text);
  const lengths: number[] = [];
  for (let rest = body.length - 15; rest >= 0; rest -= 255) lengths.push(Math.min(rest, 255));
  return Uint8Array.from([...Buffer.from('mozLz40\0'), ...little(body.length, 4), 0xf0, ...lengths, ...body]);
}

/** Makes a zip of unpacked files, with zero checksums. */
export function storedZip(files: readonly (readonly [name: string, text: string])[]): Uint8Array {
  const locals: number[] = [];
  const list: number[] = [];
  for (const [name, text] of files) {
    const body = [...Buffer.from(text)];
    const lengths = [...little(body.length, 4), ...little(body.length, 4), ...little(name.length, 2), 0, 0];
    const common = [20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, ...lengths];
    const at = little(locals.length, 4);
    locals.push(...Buffer.from('PK\x03\x04'), ...common, ...Buffer.from(name), ...body);
    list.push(
      ...Buffer.from('PK\x01\x02'),
      20,
      0,
      ...common,
      ...Array<number>(10).fill(0),
      ...at,
      ...Buffer.from(name),
    );
  }
  const counts = [...little(files.length, 2), ...little(files.length, 2)];
  const end = [0, 0, 0, 0, ...counts, ...little(list.length, 4), ...little(locals.length, 4), 0, 0];
  return Uint8Array.from([...locals, ...list, ...Buffer.from('PK\x05\x06'), ...end]);
}

function little(value: number, length: number): number[] {
  return Array.from({ length }, (_, index) => (value >>> (8 * index)) & 0xff);
}
