import { sampleLibrary } from '@foldmark/library/search/testing/sample-library';
import type { SampleLink } from '@foldmark/library/search/testing/samples';
import { expect, test } from 'vitest';

import { browseRows, FAVORITES, parentIndex, RECENT, resultRows, type Row } from './panel-rows.ts';

function link(id: number, name: string, more: Partial<SampleLink> = {}): SampleLink {
  return {
    id,
    url: `https://${id}.example/`,
    name,
    day: `2026-01-0${id}`,
    note: '',
    flags: '',
    folders: [],
    ...more,
  };
}

const library = sampleLibrary(
  [
    link(1, 'Bread', { folders: ['Recipes'], flags: 'F' }),
    link(2, 'Apples', { folders: ['Recipes', 'Recipes > Later'] }),
    link(3, 'News'),
  ],
  ['Empty'],
);

const outline = (rows: readonly Row[]): string[] =>
  rows.map((row) => {
    const name =
      row.kind === 'section'
        ? row.label
        : row.kind === 'folder'
          ? library.tree.name(row.folder)
          : row.kind === 'link'
            ? library.link(row.link)?.name
            : `+${row.hidden}`;
    const mark = 'isExpanded' in row ? { true: 'v', false: '>', null: '-' }[String(row.isExpanded)] : '';
    return `${'  '.repeat(row.level - 1)}${name ?? ''} ${mark ?? ''}`.trimEnd();
  });

const keyOf = (name: string): number =>
  library.tree.visible.find((key) => library.tree.name(key) === name) ?? 0;
const rowOf = (name: string): string => `folder:${keyOf(name)}`;

const rowsWith = (...expanded: string[]) => browseRows(library, { expanded: new Set(expanded), recent: 2 });

test('sections come first, then the folders by name', () => {
  expect(outline(rowsWith())).toEqual(['Recent >', 'Favorites >', 'Empty -', 'Recipes >']);
});

test('the newest links are in Recent, and the rest is behind Show more', () => {
  expect(outline(rowsWith(RECENT)).slice(0, 4)).toEqual(['Recent v', '  News', '  Apples', '  +1']);
});

test('an expanded folder shows its folders, then its links by name', () => {
  const rows = rowsWith(rowOf('Recipes'), rowOf('Later'), FAVORITES);
  expect(outline(rows)).toEqual([
    'Recent >',
    'Favorites v',
    '  Bread',
    'Empty -',
    'Recipes v',
    '  Later v',
    '    Apples',
    '  Apples',
    '  Bread',
  ]);
  expect(rows.map(({ position, siblings }) => `${position}/${siblings}`)).toEqual([
    '1/4',
    '2/4',
    '1/1',
    '3/4',
    '4/4',
    '1/3',
    '1/1',
    '2/3',
    '3/3',
  ]);
});

test('a link in two places has a row in each, with ids of their own', () => {
  const ids = rowsWith(RECENT, FAVORITES, rowOf('Recipes'), rowOf('Later')).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
});

test('an empty library has no rows', () => {
  expect(browseRows(sampleLibrary([]), { expanded: new Set(), recent: 2 })).toEqual([]);
});

test('results are folders, which can be expanded, and links', () => {
  const found = { folders: [keyOf('Recipes')], links: [2, 3] };
  expect(outline(resultRows(library, found, new Set()))).toEqual(['Recipes >', 'Apples', 'News']);
  expect(outline(resultRows(library, found, new Set([rowOf('Recipes')]))).slice(0, 2)).toEqual([
    'Recipes v',
    '  Later >',
  ]);
});

test('the parent of a row is the next row above with a lower level', () => {
  const rows = rowsWith(rowOf('Recipes'));
  const later = rows.findIndex((row) => row.level === 2);
  expect(parentIndex(rows, later + 1)).toBe(later - 1);
  expect(parentIndex(rows, 0)).toBeNull();
});
