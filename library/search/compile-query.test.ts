import { newLink } from '#library/entities/new-link.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';

import type { Library } from '#library/memory/library.ts';
import type { LinkScope } from '#library/memory/link-views.ts';

import { compileQuery } from './compile-query.ts';
import { NOW, SAMPLE_QUERIES, type SampleLink } from './testing/samples.ts';
import { sampleLibrary } from './testing/sample-library.ts';

const ALL = { kind: 'all' } as const;
const samples = sampleLibrary();

function find(text: string, library: Library = samples, within: LinkScope = ALL): readonly number[] {
  return library.links(ALL, 'url', compileQuery(text, { library, within, now: NOW })).get();
}

function compiled(text: string, library: Library = samples) {
  return compileQuery(text, { library, within: ALL, now: NOW });
}

const { TZ } = process.env;

beforeEach(() => {
  process.env['TZ'] = 'UTC';
});

afterEach(() => {
  if (TZ === undefined) delete process.env['TZ'];
  else process.env['TZ'] = TZ;
});

test.each(SAMPLE_QUERIES)('the search %s finds %j', (query, ids) => {
  expect(find(query)).toEqual(ids);
});

test('a week begins on the first weekday of the reader', () => {
  // The day before is a Monday, and link 24 was added on the Sunday before that.
  const now = Date.UTC(2024, 5, 18, 12);
  const findFrom = (firstWeekday?: number) =>
    samples
      .links(
        ALL,
        'url',
        compileQuery('created:"this week"', {
          library: samples,
          within: ALL,
          now,
          ...(firstWeekday && { firstWeekday }),
        }),
      )
      .get();
  expect(findFrom()).toEqual([]);
  expect(findFrom(7)).toEqual([24]);
});

test.each([
  ['TITLE:reading', [24]],
  ['Name:Reading Is:Fav', []],
  ['javascript NOT bad', [12]],
  ['-"good parts" javascript', [13]],
  ['-in:Dev javascript', []],
  ['-(javascript OR typescript) in:Dev', [15, 16, 10, 33, 20]],
  ['NOT -is:favorite javascript', [12]],
  ['-(-(good OR 404))', [20, 12]],
  ['javascript -is:favorite OR pumpkin soup', [13, 18]],
  ['in:Dev ((good parts) OR (bad (javascript OR python)))', [13, 12]],
  ['(((good)', [12]],
  ['(pumpkin soup)(404 OR food)', [18]],
  ['created:>=2024-06', [24, 23]],
  ['created:>2024-03-02 created:<2024-06-16', [23]],
  ['created:2022-09..2022', [33, 32, 31]],
  ['created:2024-06..', [24, 23]],
  ['created:..2018', [12]],
  ['created:<2019', [12]],
  ['created:<=2019-03-10', [1, 12]],
  ['created:2020-2-29', [15]],
  ['created:２０２０-02', [15]],
  ['created:today', []],
  ['created:"this month"', []],
  ['created:"last month"', [24, 23]],
  ['created:last-month', [24, 23]],
  ['created:"Last Year" soup', [18]],
  ['created:<17d', [24]],
  ['created:17d', [24]],
  ['after:17d', [24]],
  ['created:>5y', [1, 12]],
  ['before:5y', [1, 12]],
  ['created:<3w', [24, 23]],
  ['created:>=2024-06-16 created:<=yesterday', [24]],
  ['created:2024-06..yesterday', [24, 23]],
  ['before:"this year" -before:2023-11', []],
  ['before:2019-03-10', [12]],
  ['before:2019-03-11', [1, 12]],
  ['after:2024-06 before:2025', [24, 23]],
  ['has:image -is:fav', [18, 4, 14]],
  ['has:note -has:image', [17]],
  ['note:PUMPKIN', [17]],
  ['has:tag', [13, 15, 16, 12]],
  ['is:unfiled has:folder', []],
  ['-has:folder', [21, 29, 22, 6]],
  ['#JS -#book', [13]],
  ['#"c++"', [15]],
  ['tag:旅行', [8, 28, 9, 7, 5, 31]],
  ['folder:旅行', [4, 8, 28, 9, 7, 5, 31]],
  ['in:istanbul', [4]],
  ['in:Tags/js', [13, 12]],
  ['in:"dev / JavaScript"', [13, 12]],
  ['in:/Later', []],
  ['in:/Work/Later/', [24]],
  ['is:trash pumpkin', [25]],
  ['is:trash is:starred', [26]],
  ['-is:trash pumpkin', [18, 17]],
  ['pumpkin is:trash OR soup is:trash', [25]],
  ['soup OR is:trash', [25, 18, 26]],
  ['is:trash OR created:2023-10', [25, 18, 17, 26]],
  ['soup OR is:trash is:fav', [18, 26]],
  ['(soup OR is:trash) pumpkin', [25, 18]],
  ['(soup OR is:trash) (treat OR is:trash)', [25, 26]],
  ['(soup OR is:trash) (treat OR pumpkin)', [25, 18]],
  ['-(-soup -is:trash)', [25, 18, 26]],
  ['soup OR -is:trash trick', [18, 17]],
  ['is:trash -is:trash OR soup', [18]],
  ['url:"https://example.com/"', [21]],
  ['-url:example', [23]],
  ['https://duden.example.de/straße', [2]],
  ['stra%C3%9Fe', [2]],
  ['xn--mnchen', [31]],
  ['site:münchen.example.de', [31]],
  ['site:WWW.typescriptlang.example.org', [14]],
  ['site:https://js.example.com/x', [13, 12]],
  ['site:intranet', [23]],
  ['site:intra', []],
  ['ＪａｖａＳｃｒｉｐｔ good', [12]],
  ['ﾕｰｻﾞｰ', [10, 11]],
  ['ユーサー', []],
  ['ежик', [30]],
  ['ΟΔΌς', [29]],
  ['IŞIK', [6]],
  ['ISTANBUL gezi', [4]],
  ['STRAẞE', [3, 2]],
  ['resume naive', [27]],
  ['ÆGIR', [28]],
  ['(404)', [20]],
  ['404)', [20]],
  ['"inside" [square]', [32]],
  ['"quote ""inside"" (round)"', [32]],
  ['parts"The Good"', [12]],
  ['OR javascript AND', [13, 12]],
  ['javascript OR OR typescript', [13, 12, 14]],
  ['is:', [33]],
] as const)('%s also finds %j', (query, ids) => {
  expect(find(query)).toEqual(ids);
});

/** Links with texts that look like operators, or in other scripts. */
const OTHERS: readonly SampleLink[] = [
  'std::vector and std::map',
  'Lunch at 12:30',
  'The ﬁnal ﬂight',
  'Smile 😀👍🏽',
  'שלום עולם',
  '한국어 사전',
  '5" floppy disk',
  'git commit --amend',
  'one (two three',
  'nothing OR all',
  'a - b',
  'main() explained',
  'Issue #12 is open',
  'Einstraße',
].map((name, index) => ({
  id: index + 1,
  name,
  url: `https://other.test/${String(index).padStart(2, '0')}`,
  day: '2024-01-01',
  folders: name.startsWith('Smile') ? ['Two words > é"x'] : [],
  flags: '',
  note: '',
}));
const others = sampleLibrary(OTHERS);

test.each([
  ['std::vector', [1]],
  ['std::', [1]],
  ['12:30', [2]],
  ['final FLIGHT', [3]],
  ['ﬁnal', [3]],
  ['😀', [4]],
  ['👍', [4]],
  ['עולם שלום', [5]],
  ['한국', [6]],
  ['하', []],
  ['5"', [7]],
  ['5" floppy', [7]],
  ['--amend', [8]],
  ['commit --amend', [8]],
  ['a - b', [11]],
  ['"OR"', [1, 10]],
  ['main()', [12]],
  ['main(', [12]],
  ['(two', [9]],
  ['"(two"', [9]],
  ['#12', [13]],
  ['#', [13]],
  ['strasse', [14]],
  ['in:"two words"', [4]],
  ['#"two words"', []],
  ['in:"É""X"', [4]],
  ['in:"two words', [4]],
] as const)('a text like an operator, %s, finds %j', (query, ids) => {
  expect(find(query, others)).toEqual(ids);
});

test('a day is one of the time zone of the browser', () => {
  expect(find('created:2020-02-29')).toEqual([15]);
  // In this time zone, noon in UTC is 2 o'clock on the next day.
  process.env['TZ'] = 'Pacific/Kiritimati';
  expect(find('created:2020-02-29')).toEqual([]);
  expect(find('created:2020-03-01')).toEqual([15]);
  expect(find('after:2020-03-02 before:2020-03-03')).toEqual([16]);
});

test.each(['', '  ', '(', '()', '-(', '-()', '""', '"', '( ( '])(
  'a text without words, %j, finds everything',
  (text) => {
    expect(find(text)).toHaveLength(31);
    expect(compiled(text).hints).toEqual([]);
  },
);

test.each([
  ['OR', 'or'],
  ['OR OR', 'or'],
  ['NOT', 'not'],
  ['-', '-'],
  ['--', '--'],
  ['- parts', '"-" parts'],
  ['--x', '--x'],
  ['#', '#'],
  ['title:', 'title:'],
  ['foo:bar', 'foo:bar'],
  ['is:new', 'is:new'],
  ['has:"a b"', 'has:a b'],
  ['date:2024', 'date:2024'],
  ['age:7', 'age:7'],
  ['in:Nowhere', 'in:nowhere'],
  ['#nowhere', '#nowhere'],
  ['created:2023-02-29', 'created:2023-02-29'],
  ['created:2023-13', 'created:2023-13'],
  ['created:2024..2023', 'created:2024..2023'],
  ['created:..', 'created:..'],
  ['before:>2023', 'before:>2023'],
  ['after:soon', 'after:soon'],
])('%j is searched as the text %j, and a hint says so', (text, same) => {
  const { hints } = compiled(text);
  expect(hints).toHaveLength(1);
  expect(hints[0]).toContain(' searched as text.');
  expect(find(text)).toEqual(find(same.startsWith('"') ? same : `"${same}"`));
});

test.each([
  ['in:"', '“in:"” is searched as text. It needs the name of a folder.'],
  ['title:""', '“title:""” is searched as text. It needs a word.'],
  ['created:2024-02-30', '“created:2024-02-30” is searched as text. There is no such date.'],
  ['before:2024-13', '“before:2024-13” is searched as text. There is no such date.'],
  ['created:2024..2023', '“created:2024..2023” is searched as text. A range begins with its earlier date.'],
  [
    'created:2024-1x',
    '“created:2024-1x” is searched as text. Dates are written as 2024, 2024-03, 2024-03-15, <30d or "last month".',
  ],
  ['#"', '“#"” is searched as text. Write #name for the links of a folder.'],
  ['list:"x y" z', '“list:"x y"” is searched as text. There is no field “list:”.'],
  ['in: work', '“in:” is searched as text. Write in:work without a blank.'],
  ['-Site: "a b" x', '“Site:” is searched as text. Write Site:"a b" without a blank.'],
  ['in: is:fav', '“in:” is searched as text. It needs the name of a folder.'],
  ['in:trash', '“in:trash” is searched as text. Write is:trash to search the trash.'],
  ['#Trash', '“#Trash” is searched as text. Write is:trash to search the trash.'],
  ['in:Favorites', '“in:Favorites” is searched as text. Write is:favorite to search your favorites.'],
  ['(good OR bad))', '“)” is searched as text. No bracket is open there.'],
  ['soup)', '“soup)” is searched as text. No bracket is open there.'],
])('the hint of %s is: %s', (text, hint) => {
  expect(compiled(text).hints).toEqual([hint]);
});

test('a hint says that the name of a folder with blanks needs quotes', () => {
  const library = sampleLibrary([], ['Reading list', 'Reading', 'To do > Next week at work']);
  const hintsOf = (text: string) => compiled(text, library).hints;
  expect(hintsOf('in:Reading list')).toEqual(['Write in:"Reading list" for the folder of that name.']);
  expect(hintsOf('#reading LIST soup')).toEqual(['Write #"Reading list" for the folder of that name.']);
  expect(hintsOf('folder:Next week at work')).toEqual([
    'Write folder:"Next week at work" for the folder of that name.',
  ]);
  expect(hintsOf('(in:Reading  list) OR soup')).toEqual(hintsOf('in:Reading list'));
  expect(hintsOf('in:Reading soup')).toEqual([]);
  expect(hintsOf('in:Reading -list')).toEqual([]);
  expect(hintsOf('in:"Reading" list')).toEqual([]);
  expect(hintsOf('title:Reading list')).toEqual([]);
});

test.each([
  ['in:Recipes (old)', 'in:"Recipes (old)"'],
  ['-in:A (b) c soup', 'in:"A (b) c"'],
  ['in:Salt OR pepper', 'in:"Salt OR pepper"'],
  ['#My "best" links', '#"My ""best"" links"'],
])('a hint says how to write %s, although its folder has operators in its name', (text, written) => {
  const library = sampleLibrary([], ['Recipes (old)', 'A (b) c', 'Salt OR pepper', 'My "best" links']);
  expect(compiled(text, library).hints).toEqual([`Write ${written} for the folder of that name.`]);
  expect(compiled(written, library).hints).toEqual([]);
});

test('hints are in the order of the text', () => {
  const { hints } = compiled('foo:bar is:new -- has:wings');
  expect(hints.map((hint) => /“(.+?)”/.exec(hint)?.[1])).toEqual(['foo:bar', 'is:new', '--']);
});

test.each([
  'https://a.b/c:d',
  'localhost:3000',
  'intranet:8080/wiki',
  'list: "x y"',
  'std::vector',
  '12:30',
  'c++',
  'a-b',
  'is:fav',
  'trick or treat',
  '"foo:bar"',
  '5"',
])('the search %s needs no hint', (text) => {
  expect(compiled(text).hints).toEqual([]);
});

test('a query is narrowed to a place', () => {
  const travel = samples.tree.visible.find((key) => samples.tree.name(key) === '旅行') ?? 0;
  expect(find('travel OR gezi', samples, { kind: 'folder', folder: travel })).toEqual([4, 5]);
  expect(find('javascript', samples, { kind: 'favorites' })).toEqual([12]);
  expect(find('', samples, { kind: 'trash' })).toEqual([25, 26]);
  expect(find('is:trash', samples, { kind: 'folder', folder: travel })).toEqual([]);
});

test('curly quotes are quotes, and invisible characters are ignored', () => {
  for (const text of [
    '“good parts”',
    '„good parts“',

    '“good parts',
    'java\u00adscript goo\u200bd',
  ])
    expect(find(text)).toEqual([12]);
  expect(find('in:“R&D / Ideas”')).toEqual([32]);
  expect(find('-“good parts” javascript')).toEqual([13]);
  expect(find('“')).toEqual(find(''));
});

test('a query with operators offers its text in quotes', () => {
  expect(compiled('is:favorite explained').quoted).toBe('"is:favorite explained"');
  expect(find('"is:favorite explained"')).toEqual([33]);
  expect(compiled(' -5 degrees ').quoted).toBe('"-5 degrees"');
  expect(compiled('-"a b"').quoted).toBe('"-""a b"""');
  expect(compiled('a OR b').quoted).toBe('"a OR b"');
  for (const text of ['good parts', '"good parts"', 'foo:bar', 'OR', '- x']) {
    expect(compiled(text).quoted).toBeNull();
  }
});

test('a query with or, and, not as words offers them as operators', () => {
  expect(compiled('pumpkin or (typescript Or good) and not parts').capitalized).toBe(
    'pumpkin OR (typescript OR good) AND NOT parts',
  );
  for (const text of ['android or-not', '"this or that"', 'title:or', 'a OR b']) {
    expect(compiled(text).capitalized).toBeNull();
  }
});

test.each([
  ['parts good', 'JavaScript: The Good Parts', ['Good', 'Parts']],
  ['"good parts"', 'JavaScript: The Good Parts', ['Good Parts']],
  ['goo ood', 'The Good Parts', ['Good']],
  ['javascript -good', 'JavaScript: The Good Parts', ['JavaScript']],
  ['-(-good OR the)', 'JavaScript: The Good Parts', ['Good']],
  ['strasse', 'Strasse oder Straße?', ['Strasse', 'Straße']],
  ['istanbul', 'İSTANBUL', ['İSTANBUL']],
  ['ザ', 'ﾕｰｻﾞｰ認証', ['ｻﾞ']],
  ['lodz', 'Øresund – Ło\u0301dź', ['Ło\u0301dź']],
  ['title:bad url:blog', 'The Bad blog', ['Bad', 'blog']],
  ['site:example.com note:the #js is:fav created:2020', 'the js.example.com', ['example.com']],
  ['foo:bar', 'a foo:bar b', ['foo:bar']],
])('the search %s marks in the text %s: %j', (query, text, marked) => {
  const marks = compiled(query).marks(text, 'any');
  expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(marked);
});

test.each([
  ['title:alpha beta', 'title', ['alpha', 'beta']],
  ['title:alpha beta', 'url', ['beta']],
  ['url:alpha site:beta', 'title', []],
  ['url:alpha site:beta', 'url', ['alpha', 'beta']],
  // For a name that is still the url.
  ['url:alpha', 'any', ['alpha']],
  // Rows show urls without their scheme and `www.`.
  ['https://alpha', 'url', ['alpha']],
  ['HTTP://WWW.alpha', 'any', ['alpha']],
  ['www.alpha', 'url', ['alpha']],
  ['site:www.alpha', 'url', ['alpha']],
  ['https://beta', 'url', []],
  ['https://alpha', 'title', []],
  ['https://', 'url', []],
] as const)('%s marks in the field %s: %j', (query, field, marked) => {
  const marks = compiled(query).marks('alpha beta', field);
  expect(marks.map(({ start, end }) => 'alpha beta'.slice(start, end))).toEqual(marked);
});

test.each([
  ['https://a.example/x?y', 'https://a.example/x?y=z', 'a.example/x?y'],
  ['https://www.a.example/straße', 'https://www.a.example/stra%C3%9Fe', 'a.example/straße'],
  ['https://münchen.example/', 'https://xn--mnchen-3ya.example/', 'xn--mnchen-3ya.example/'],
])('the pasted url %s marks in the row of %s: %s', (text, url, marked) => {
  const link = { ...newLink(1, url), created_at: 0, updated_at: 0 };
  const found = compiled(text).excerpt(1, link, { name: 'Page', nameField: 'title', domain: 'a.example' });
  expect(found?.marks.map(({ start, end }) => found.text.slice(start, end))).toEqual([marked]);
});

test.each([
  ['kuche', true],
  ['"Küche"', true],
  ['title:küc', true],
  ['kuche rezepte', true],
  ['rezepte -kuche', false],
  ['foo OR kuche', true],
  ['url:küche', false],
  ['kuche OR is:favorite', false],
  ['-is:trash', false],
  ['', true],
])('%j finds a folder named “Rezepte der Küche”: %s', (text, isFound) => {
  for (const within of [{ kind: 'favorites' }, { kind: 'trash' }] as const) {
    const query = compileQuery(text, { library: samples, within, now: NOW });
    expect(query.matchesFolder('Rezepte der Küche')).toBe(isFound);
  }
});

test('plain words find the description of a page, and a field does not', () => {
  const library = sampleLibrary(WEATHER);
  const record = library.link(4);
  if (record === undefined) throw new Error('The link is missing.');
  expect(find('storms', library)).toEqual([]);
  const described = { ...record, description: 'All STORMS of the north', updated_at: 2 };
  library.receive('links', [{ id: '4', at: 2, record: described }]);
  expect(find('storms', library)).toEqual([4]);
  expect(find('note:storms', library)).toEqual([]);
  const found = compiled('saga storms', library).excerpt(4, described, {
    name: 'Saga',
    nameField: 'title',
    domain: '3.example',
  });
  expect(found?.text).toBe('All STORMS of the north');
});

/** Links about the weather, in folders or not. */
const WEATHER: readonly SampleLink[] = [
  ['Weather', ['Travel > Iceland > Summer']],
  ['Weather', ['Greenland']],
  ['Iceland weather', []],
  ['Saga', ['Iceland weather']],
].map(([name, folders], index) => ({
  id: index + 1,
  name: String(name),
  url: `https://${index}.example/`,
  day: '2024-01-01',
  folders: [folders].flat().map(String),
  flags: '',
  note: '',
}));

test.each([
  ['weather iceland', [1, 3, 4]],
  ['weather land', [3]],
  ['weather green', [2]],
  ['weather i', [3]],
  ['iceland', [3]],
  ['"weather iceland"', []],
  ['weather -iceland', [1, 2]],
  ['weather OR iceland', [1, 2, 3]],
  ['weather (iceland OR green)', [3]],
])(
  'of several words, one may start a word in the name of a folder or of one above it: %s finds %j',
  (text, ids) => {
    expect(find(text, sampleLibrary(WEATHER))).toEqual(ids);
  },
);

test('a search lists the folders whose name has all of its words, the best first', () => {
  const names = [
    'Old recipes',
    'Recipes',
    'Recipes (old)',
    'Précis',
    'My re-recipes',
    'Soup',
    'Re',
    'Recipes 2',
  ];
  const library = sampleLibrary([], [...names, 'Recipes > Recipes soup']);
  const folders = (text: string) =>
    compiled(text, library)
      .bestFolders((key) => library.tree.parent(key) === 0)
      .map((key) => library.tree.name(key));
  expect(folders('recipes')).toEqual([
    'Recipes',
    'Recipes (old)',
    'Recipes 2',
    'My re-recipes',
    'Old recipes',
  ]);
  expect(folders('old recipes')).toEqual(['Old recipes', 'Recipes (old)']);
  expect(folders('recipes -old')).toEqual(['Recipes', 'Recipes 2', 'My re-recipes']);
  expect(folders('"recipes 2"')).toEqual(['Recipes 2']);
  for (const text of ['r', 'cipes', '-soup', 'recipes is:favorite', 'recipes soup', ''])
    expect(folders(text)).toEqual([]);
});

test('a change of the folders changes the query, so that its cached results are not used', () => {
  const library = sampleLibrary();
  const before = compiled('in:Work', library);
  expect(compiled('IN:work', library).id).toBe(before.id);
  const work = library.tree.visible.find((key) => library.tree.name(key) === 'Work') ?? 0;
  const folder = {
    folder_id: 99,
    name: 'New',
    status_id: 1,
    parent_folder_id: work,
    image_s3_key: '',
    icon: '',
  } as const;
  library.receive('folders', [{ id: '99', at: 1, record: { ...folder, created_at: 0, updated_at: 1 } }]);
  const after = compiled('in:Work', library);
  expect(after.id).not.toBe(before.id);
  expect(after.byStatus === null && before.byStatus === null && after.narrows(before)).toBe(false);
});

test('text of any size is parsed at once, and deep brackets and many words are cut', () => {
  const brackets = compiled(`${'('.repeat(100_000)}javascript${')'.repeat(100_000)}`);
  expect(brackets.hints).toEqual(['Brackets inside more than 50 others are ignored.']);
  expect(find(`${'(-'.repeat(10_000)}javascript`)).toEqual(find('javascript'));
  expect(find(`${'NOT '.repeat(10_001)}javascript in:Work`)).toEqual(find('-javascript in:Work'));
  // A parser that looks back or ahead at each character would exceed the test's timeout.
  const letters = ['a', '"', 'a"', '-', '#', '(a ', 'a(', 'OR ', 'é', ') ', 'x:', '/'];
  for (const part of [...letters, 'title:"a"', '#x ', 'in:Dev or ', ' or ', '(is:trash OR a) ']) {
    expect(compiled(part.repeat(1_000_000 / part.length)).hints.length).toBeLessThan(4);
  }
  expect(compiled('a '.repeat(101)).hints).toEqual(['Only the first 100 words are searched.']);
  expect(compiled(`${'a "" '.repeat(99)}in:x in:y`).hints).toEqual([
    '“in:x” is searched as text. No folder is named “x”.',
    'Only the first 100 words are searched.',
  ]);
  expect(find(`javascript OR ${'pumpkin soup '.repeat(5000)}`)).toEqual([13, 18, 12]);
});
