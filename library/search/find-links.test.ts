import { expect, test } from 'vitest';

import { findLinks } from './find-links.ts';
import { sampleLibrary } from './testing/sample-library.ts';
import type { SampleLink } from './testing/samples.ts';

const TODAY = { now: Date.parse('2026-11-27T12:00:00Z') };

function link(id: number, name: string, more: Partial<SampleLink> = {}): SampleLink {
  return {
    id,
    url: `https://${id}.example/`,
    name,
    day: '2026-01-01',
    note: '',
    flags: '',
    folders: [],
    ...more,
  };
}

const library = sampleLibrary([
  link(1, 'Rye bread', { note: 'better than soup' }),
  link(2, 'Lentil soup', { folders: ['Recipes'] }),
  link(3, 'Soup', { flags: 'T' }),
  link(4, 'Soup', { folders: ['Recipes'] }),
]);

const found = (typed: string): readonly number[] => findLinks(library, typed, TODAY).keys;

test('the best match comes first, and the trash is left out', () => {
  expect(found('soup')).toEqual([4, 2, 1]);
});

test('an operator that is being typed is left out', () => {
  expect(found('lentil in:rec')).toEqual([2]);
  expect(found('lentil in:')).toEqual([2]);
});

test('after a blank, the operator is searched', () => {
  expect(found('lentil in:rec ')).toEqual([]);
  expect(found('lentil in:recipes ')).toEqual([2]);
});

test('a text that is only an unfinished operator finds nothing instead of everything', () => {
  expect(found('in:rec')).toEqual([]);
});
