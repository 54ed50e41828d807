import { expect, test } from 'vitest';

import { linesOf } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

test.each<[string, string, string, readonly string[]]>([
  [
    'a column of any name has the urls',
    'Nom;Adresse\nA;https://a.example/\nB;https://b.example/\n',
    'CSV',
    ['/ | A | https://a.example/', '/ | B | https://b.example/'],
  ],
  ['one row', 'Nom;Adresse\nA;https://a.example/\n', 'CSV', ['/ | A | https://a.example/']],
  [
    'no header',
    'https://a.example/,First page,x\nhttps://b.example/,Second page,y\n',
    'CSV',
    ['/ | First page | https://a.example/', '/ | Second page | https://b.example/'],
  ],
  [
    'a part of the file of Pocket without its header',
    'A,https://a.example/,1704164640,t|u,unread\nB,https://b.example/,1704164640,,archive\n',
    'Pocket',
    [
      '/ | A | https://a.example/ | 2024-01-02T03:04Z | tags t+u | unread',
      '/ | B | https://b.example/ | 2024-01-02T03:04Z | archived',
    ],
  ],
  [
    'texts that look like empty values, and empty values that a program wrote as text',
    'url,title,description,favorite\nhttps://a.example/,No,0,no\nhttps://b.example/,None,null,false\n',
    'CSV',
    ['/ | No | https://a.example/ | note "0"', '/ | https://b.example/ | https://b.example/'],
  ],
])('a table of urls is read: %s', (_name, text, source, lines) => {
  expect([readSample(text).source, linesOf(text)]).toEqual([source, lines]);
});

test.each([
  ['a list of urls with commas', 'https://a.example/1,2\nhttps://b.example/3,4\n', 'list'],
  ['a list with titles', 'https://a.example/ | A, b\nhttps://b.example/ | B, c\n', 'list'],
])('%s is no table', (_name, text, kind) => {
  expect(readSample(text).kind).toBe(kind);
});
