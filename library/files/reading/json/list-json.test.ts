import { expect, test } from 'vitest';

import { linkLines } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

test.each<[string, object, string, readonly string[]]>([
  [
    'Readeck',
    {
      id: 'x',
      href: 'https://readeck.invalid/api/bookmarks/x',
      url: 'https://a.example/',
      title: 'A',
      description: 'D',
      labels: ['l', 'm'],
      created: '2024-01-02T03:04:00Z',
      is_marked: true,
      is_archived: true,
      read_progress: 0,
      site: 'a.example',
    },
    '/ | A | https://a.example/ | 2024-01-02T03:04Z | note "D" | tags l+m | favorite | archived',
    [
      'The file marks links: 1 as archived. They arrive without these marks.',
      'Foldmark has no place for these fields, so they are left out: site (1).',
    ],
  ],
  [
    'GoodLinks',
    {
      url: 'https://a.example/',
      title: 'A',
      summary: 'S',
      tags: ['t'],
      starred: true,
      addedAt: 1_704_164_640.5,
      readAt: 1,
    },
    '/ | A | https://a.example/ | 2024-01-02T03:04:00.500Z | note "S" | tags t | favorite',
    ['Foldmark has no place for these fields, so they are left out: read at (1).'],
  ],
  [
    'Anybox',
    {
      url: 'https://a.example/',
      title: 'A',
      description: 'D',
      comment: 'C',
      dateAdded: '2024-01-02T03:04:00Z',
      tags: [['one', 'two'], ['three']],
      isStarred: true,
    },
    '/ | A | https://a.example/ | 2024-01-02T03:04Z | note "D\\n\\nC" | tags one+two+three | favorite',
    [],
  ],
  [
    'Grimoire',
    {
      url: 'https://a.example/',
      title: 'A',
      category: 'AI / Search',
      tags: ['t'],
      is_pinned: 1,
      read_later: 1,
      created_at: '2024-01-02T03:04:00Z',
      notes: 'N',
      opened_count: 2,
    },
    '/AI/Search | A | https://a.example/ | 2024-01-02T03:04Z | note "N" | tags t | favorite | unread',
    [
      'The file marks links: 1 to read later. They arrive without these marks.',
      'Foldmark has no place for these fields, so they are left out: opened count (1).',
    ],
  ],
])('%s: every field that a link can store is read, and the others are told', (source, entry, line, told) => {
  const sample = readSample(JSON.stringify([entry, 5]));
  expect([sample.source, linkLines(sample), sample.skipped.length, sample.told]).toEqual([
    source,
    [line],
    1,
    told,
  ]);
});
