import { expect, test } from 'vitest';

import { sampleLibrary } from '@foldmark/library/search/testing/sample-library';

import { compileSearch } from './compile-search.ts';

const library = sampleLibrary();

function searched(typed: string, shown: string | null): string {
  return compileSearch(library, { typed, isOpen: true, isTyping: false, shown, place: null }).text;
}

test.each([
  ['in:rea', 'soup', 'soup'],
  ['in:rea', null, 'in:rea'],
  ['soup in:rea', null, 'soup'],
  ['soup', null, 'soup'],
])('the text %j after results of %j searches for %j', (typed, shown, text) => {
  expect(searched(typed, shown)).toBe(text);
});
