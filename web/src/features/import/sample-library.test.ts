import { readSample } from '@foldmark/library/files/reading/testing/read-sample';
import { expect, test } from 'vitest';

import { SAMPLE_LIBRARY } from './sample-library.ts';

test('the sample library has folders, dates and notes, and nothing of it is skipped', () => {
  const { folders, links, skipped, told } = readSample(SAMPLE_LIBRARY);
  expect(folders.filter((path) => path.length === 1)).toEqual([['Sample library']]);
  expect(folders).toContainEqual(['Sample library', 'Web development']);
  expect(links).toHaveLength(22);
  expect(links.filter(({ created }) => created === null)).toEqual([]);
  expect(links.filter(({ note }) => note !== '')).toHaveLength(3);
  expect(links.map(({ title }) => title)).toContain('OKLCH Color Picker & Converter');
  expect([skipped, told]).toEqual([[], []]);
});
