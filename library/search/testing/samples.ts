/** The library and the queries of the specification of the search language. Each link was created at noon, UTC. */

/** A time after the sample links were created, in the middle of a week. */
export const NOW = Date.UTC(2024, 6, 3, 12);

export interface SampleLink {
  readonly id: number;
  readonly name: string;
  readonly url: string;
  readonly day: string;
  /** The paths of the folders. A tag is a folder below the folder Tags, as after an import. */
  readonly folders: readonly string[];
  /** F: favorite, I: has an image, T: in the trash. */
  readonly flags: string;
  readonly note: string;
}

type Row = readonly [
  name: string,
  url: string,
  day: string,
  folders: readonly string[],
  flags?: string,
  note?: string,
];

const ROWS: readonly Row[] = [
  ['Café Zentral – Speisekarte', 'cafe-zentral.example.at/menu', '2019-03-10', ['Küche'], 'FI'],
  ['Strasse oder Straße?', 'duden.example.de/stra%C3%9Fe', '2020-05-05', ['Reading']],
  ['STRASSENBAHN Berlin', 'bvg.example.de/tram', '2021-06-01', ['Work']],
  ['İSTANBUL Gezi Rehberi', 'gezi.example.tr/ist', '2022-01-15', ['旅行 > İstanbul'], 'I'],
  ['Istanbul travel guide', 'travel.example.com/istanbul', '2022-01-16', ['旅行'], 'F'],
  ['Işık ve Gölge', 'sanat.example.tr/x6', '2022-02-01', []],
  ['東京の喫茶店ガイド', 'tokyo.example.jp/cafe', '2023-04-01', ['旅行']],
  ['東京都庁', 'metro.example.jp/', '2023-04-02', ['旅行']],
  ['京都の寺', 'temple.example.jp/', '2023-04-03', ['旅行']],
  ['ﾕｰｻﾞｰ認証の手引き', 'dev.example.jp/auth', '2023-05-01', ['Dev']],
  ['ユーザー辞書', 'dict.example.jp/', '2023-05-02', ['Reading']],
  [
    'JavaScript: The Good Parts',
    'js.example.com/good-parts',
    '2018-07-07',
    ['Dev > JavaScript', 'Tags > js', 'Tags > book'],
    'F',
  ],
  [
    'The Bad Parts of JavaScript',
    'blog.js.example.com/bad',
    '2019-08-08',
    ['Dev > JavaScript', 'Reading > Later', 'Tags > JS'],
  ],
  ['TypeScript Handbook', 'www.typescriptlang.example.org/docs/handbook', '2021-01-01', ['Dev'], 'I'],
  ['C++ reference', 'cpp.example.org/w/', '2020-02-29', ['Dev', 'Tags > c++']],
  ['C# in Depth', 'csharp.example.org/', '2020-03-01', ['Dev', 'Tags > c#']],
  [
    'Trick or Treat recipes',
    'food.example.com/trick-or-treat',
    '2023-10-31',
    ['Küche'],
    '',
    'needs 2 pumpkins',
  ],
  ['Pumpkin soup', 'food.example.com/soup?utm_source=x', '2023-10-30', ['Küche'], 'I'],
  ['-5 degrees: a winter diary', 'winter.example.com/diary', '2024-01-05', ['Reading']],
  ['not found (404) explained', 'http.example.com/404', '2024-02-29', ['Dev']],
  ['An example', 'example.com/', '2024-03-01', []],
  ['Not the example', 'notexample.com/', '2024-03-02', []],
  ['Weekly report', 'intranet/reports/weekly', '2024-06-15', ['Work'], 'F'],
  ['Reading list of Ann', 'ann.example.net/books', '2024-06-16', ['Work > Later']],
  ['Old trashed pumpkin recipe', 'food.example.com/old', '2017-01-01', ['Küche'], 'T'],
  ['Trashed favorite', 'gone.example.com/', '2022-12-31', ['Reading'], 'FT'],
  ['naïve résumé façade', 'accents.example.fr/x', '2021-11-11', ['Reading']],
  ['Øresund – Łódź – Ægir', 'nordic.example.dk/', '2022-06-06', ['旅行']],
  ['ΟΔΟΣ και οδός', 'greek.example.gr/', '2022-07-07', []],
  ['Ёжик в тумане', 'kino.example.ru/', '2022-08-08', ['Reading']],
  ['A city in the south', 'xn--mnchen-3ya.example.de/', '2022-09-09', ['旅行']],
  ['quote "inside" (round) [square]', 'punct.example.com/?a=b&c=d', '2022-10-10', ['R&D / Ideas']],
  ['is:favorite explained', 'help.example.com/operators', '2022-11-11', ['Dev']],
];

export const SAMPLE_LINKS: readonly SampleLink[] = ROWS.map(
  ([name, address, day, folders, flags = '', note = ''], index) => ({
    id: index + 1,
    name,
    url: `https://${address}`,
    day,
    folders,
    flags,
    note,
  }),
);

/** Each query with the ids of its results, sorted by url. */
export const SAMPLE_QUERIES: readonly (readonly [query: string, ids: readonly number[]])[] = [
  ['javascript', [13, 12]],
  ['site:example.com', [13, 21, 18, 17, 33, 20, 12, 32, 5, 19]],
  ['good javascript', [12]],
  ['https://example.com/', [21]],
  ['"good parts"', [12]],
  ['in:Dev', [13, 15, 16, 10, 33, 20, 12, 14]],
  ['javascript -bad', [12]],
  ['in:later', [24, 13]],
  ['pumpkin OR typescript', [18, 17, 14]],
  ['in:work/later', [24]],
  ['trick or treat', [17]],
  ['in:"R&D / Ideas"', [32]],
  ['javascript (good OR bad)', [13, 12]],
  ['is:favorite', [1, 23, 12, 5]],
  ['(javascript OR typescript) -is:favorite', [13, 14]],
  ['is:trash', [25, 26]],
  ['straße', [3, 2]],
  ['is:unfiled', [21, 29, 22, 6]],
  ['strasse berlin', [3]],
  ['created:2023-10', [18, 17]],
  ['istanbul', [4, 5]],
  ['created:2020-02-29..2020-03-01', [15, 16]],
  ['cafe', [1, 7]],
  ['after:2024-03-01 before:2024-06-16', [21, 23, 22]],
  ['CAFÉ', [1, 7]],
  ['#c#', [16]],
  ['oresund lodz aegir', [28]],
  ['c++', [15]],
  ['οδος', [29]],
  ['"-5"', [19]],
  ['東京', [8, 7]],
  ['is:favorite explained', []],
  ['京都', [8, 9]],
  ['javascript OR', [13, 12]],
  ['ユーザー', [10, 11]],
  ['(javascript', [13, 12]],
  ['url:münchen', [31]],
  ['foo:bar', []],
  ['title:reading', [24]],
  ['created:yesterdayish', []],
  ['reading', [24]],
];
