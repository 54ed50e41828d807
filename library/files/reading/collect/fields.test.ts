import { expect, test } from 'vitest';

import { readSample } from '#library/files/reading/testing/read-sample.ts';

test.each<[string, string, readonly string[]]>([
  ['a column', 'url,title,mood\nhttps://a.example/,A,good\nhttps://b.example/,B,', ['mood (1)']],
  ['a column of zeros', 'url,title,clicks\nhttps://a.example/,A,0\n', []],
  ['a second column of one name', 'url,note,note\nhttps://a.example/,A,B\n', ['note in column 3 (1)']],
  ['a column without a name', 'url,,title\nhttps://a.example/,x,T\n', ['column 2 (1)']],
  ['a second title that differs', 'url,title,name\nhttps://a.example/,A,B\n', ['name (1)']],
  ['a second title that is the same', 'url,title,name\nhttps://a.example/,A,A\n', []],
  [
    'ids and icons',
    'url,id,favicon,updated_at\nhttps://a.example/,7,https://a.example/i.ico,2024-01-01\n',
    [],
  ],
  [
    'a key',
    '[{"url":"https://a.example/","mood":"good","highlights":[{"text":"x"}]}]',
    ['mood (1)', 'highlights (1)'],
  ],
  [
    'a second key of one name',
    '[{"url":"https://a.example/","Title":"A","title":"B"}]',
    ['title in place 3 (1)'],
  ],
  ['an id of a folder', '[{"url":"https://a.example/","folder":5}]', ['folder (1)']],
  [
    'an attribute',
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><A HREF="https://a.example/" SHORTCUTURL="k" PRIVATE="0">A</A></DL>',
    ['shortcuturl (1)'],
  ],
])('%s that no link gets is told', (_name, text, fields) => {
  expect(readSample(text).told).toEqual(
    fields.length === 0
      ? []
      : [`Foldmark has no place for these fields, so they are left out: ${fields.join(', ')}.`],
  );
});

test('the user is told about cells after the last column', () => {
  expect(readSample('url,title\nhttps://a.example/,A,more\nhttps://b.example/,B,\n').told).toEqual([
    '1 row has more cells than the first row. The cells beyond it were left out.',
  ]);
});

test('the user is told about impossible dates, but not about missing ones', () => {
  const rows = ['1969-07-20', '2999-01-01', 'yesterday', '', '0', '2024-01-02'];
  const text = ['url,created', ...rows.map((date, index) => `https://${index}.example/,${date}`)].join('\n');
  expect(readSample(text).told).toEqual([
    '3 dates are unreadable, before 1990 or in the future. The time of the import replaces them.',
  ]);
});

test('names of fields are cut and counted, however many a file has', () => {
  const entry = Object.fromEntries(
    Array.from({ length: 5000 }, (_, index) => [`field ${index} ${'x'.repeat(99)}`, 'y']),
  );
  const [sentence = ''] = readSample(JSON.stringify([{ ...entry, url: 'https://a.example/' }])).told;
  expect(sentence.length).toBeLessThan(800);
  expect(sentence).toMatch(/and others\.$/);
});
