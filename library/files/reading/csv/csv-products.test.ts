import { expect, test } from 'vitest';

import { linkLines } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

test.each([
  [
    'Diigo',
    'title,url,tags,description,comments,annotations,created_at\nA,https://a.example/,"one two ""three four""",D,C,N,2024-01-02 03:04:00\n',
    '/ | A | https://a.example/ | 2024-01-02T03:04Z | note "D\\n\\nC\\n\\nN" | tags one+two+three four',
    [],
    [],
  ],
  [
    'LinkAce',
    'id,user_id,url,title,description,is_private,check_disabled,created_at,tags,lists\n1,1,https://a.example/,A,D,1,,2024-01-02 03:04:00,"t,u","Work,To do / later"\n',
    '/Work /To do / later | A | https://a.example/ | 2024-01-02T03:04Z | note "D" | tags t+u',
    ['Foldmark has no place for these fields, so they are left out: is private (1).'],
    [['Work'], ['To do / later']],
  ],
  [
    'Matter',
    'Title,Author,Publisher,URL,Tags,Word Count,In Queue,Favorited,Read\nA,Ann,P,https://a.example/,t,500,True,True,False\n',
    '/ | A | https://a.example/ | tags t | favorite | unread',
    [
      'The file marks links: 1 to read later. They arrive without these marks.',
      'Foldmark has no place for these fields, so they are left out: author (1), publisher (1), word count (1).',
    ],
    [],
  ],
])('the CSV of %s is read, and its losses are told', (source, text, line, told, folders) => {
  const sample = readSample(text);
  expect([sample.source, linkLines(sample), sample.told, sample.folders]).toEqual([
    source,
    [line],
    told,
    folders,
  ]);
});
