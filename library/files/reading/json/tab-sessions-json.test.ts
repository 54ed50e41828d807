import { expect, test } from 'vitest';

import { linkLines } from '#library/files/reading/testing/lines-of.ts';
import { readSample } from '#library/files/reading/testing/read-sample.ts';

const at = 1_704_164_640_000;
const tab = (name: string, more: object = {}): object => ({
  url: `https://${name}.example/`,
  title: name.toUpperCase(),
  favIconUrl: 'data:,',
  active: true,
  ...more,
});

test.each<[string, string, unknown, readonly string[], readonly string[]]>([
  [
    'Session Buddy',
    'session-buddy-json',
    {
      format: 'nxs.json.v2',
      collections: [
        { id: 'c', title: 'Research', created: at, folders: [{ links: [tab('a'), tab('b')] }] },
        { id: 'd', title: 'Two', folders: [{ title: 'First', links: [tab('c')] }, { links: [tab('d')] }] },
      ],
      history: [{ id: at, windows: [{ tabs: [tab('x')] }] }],
    },
    [
      '/Research | A | https://a.example/ | 2024-01-02T03:04Z',
      '/Research | B | https://b.example/ | 2024-01-02T03:04Z',
      '/Two/First | C | https://c.example/',
      '/Two/Window 2 | D | https://d.example/',
    ],
    ['1 session of the history was left out.'],
  ],
  [
    'Session Buddy 3',
    'session-buddy-json',
    {
      format: 'nxs.json.v1',
      sessions: [
        { type: 'saved', name: 'S', created: at, windows: [{ tabs: [tab('a')] }] },
        { type: 'previous', windows: [{ tabs: [tab('x')] }] },
      ],
    },
    ['/S | A | https://a.example/ | 2024-01-02T03:04Z'],
    ['1 session of the history was left out.'],
  ],
  [
    'Tab Session Manager',
    'tab-session-manager-json',
    [
      {
        name: 'S',
        date: at,
        tag: ['t'],
        tabsNumber: 3,
        windowsNumber: 2,
        windows: {
          7: { 2: tab('b', { index: 1 }), 3: tab('a', { index: 0 }) },
          9: { 1: tab('c', { groupTitle: 'g' }) },
        },
      },
    ],
    [
      '/S/Window 1 | A | https://a.example/ | 2024-01-02T03:04Z | tags t',
      '/S/Window 1 | B | https://b.example/ | 2024-01-02T03:04Z | tags t',
      '/S/Window 2 | C | https://c.example/ | 2024-01-02T03:04Z | tags t',
    ],
    ['Foldmark has no place for these fields, so they are left out: groupTitle (1).'],
  ],
  [
    'Toby',
    'toby-json',
    {
      version: 3,
      lists: [
        {
          title: 'L',
          labels: ['red'],
          cards: [tab('a', { customTitle: 'Mine', customDescription: 'N' }), tab('b')],
        },
        { title: 'Empty', cards: [] },
      ],
      groups: [{ name: 'G', lists: [{ title: 'M', cards: [tab('c')] }] }],
    },
    [
      '/L | Mine | https://a.example/ | note "N" | tags red',
      '/L | B | https://b.example/ | tags red',
      '/G/M | C | https://c.example/',
    ],
    ['Foldmark has no place for these fields, so they are left out: title (1).'],
  ],
])('%s: a group of tabs becomes a folder', (_name, kind, value, lines, told) => {
  const sample = readSample(JSON.stringify(value));
  expect([sample.kind, linkLines(sample), sample.told]).toEqual([kind, lines, told]);
});
