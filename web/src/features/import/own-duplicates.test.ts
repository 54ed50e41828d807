import { DuplicateIndex } from '@foldmark/library/duplicates/duplicate-index';
import { newLink } from '@foldmark/library/entities/new-link';
import { Library } from '@foldmark/library/memory/library';
import { expect, test } from 'vitest';

import { duplicatesIn, isInRange } from '#web/hooks/duplicate-hooks.ts';
import { KnownLinks } from '#web/import/known-links.ts';
import { fileLink } from '#web/import/testing/library-file.ts';

import { linkRangeOf } from './own-duplicates.ts';

const SAVED = [
  'https://a.example/',
  'http://a.example/?utm_source=x',
  'https://b.example/',
  'https://old.example/#1',
  'https://old.example/#2',
];
const IN_FILE = [
  'https://www.a.example/',
  'https://a.example/?utm_source=y',
  'https://b.example/',
  'https://c.example/#1',
  'https://c.example/#2',
  'https://c.example/#3',
  'https://alone.example/',
];

test('the duplicates of an import are as many as its preview has told', () => {
  const known = new KnownLinks(IN_FILE.map((url) => fileLink(url)));
  known.add(SAVED, false);
  const { likely, likelyInFile } = known.counts();
  const library = new Library();
  const urls = [...SAVED, ...IN_FILE.filter((url) => !SAVED.includes(url))];
  library.receive(
    'links',
    urls.map((url, index) => {
      const record = { ...newLink(index + 1, url), created_at: 0, updated_at: 1 };
      return { id: String(index + 1), at: 1, record };
    }),
  );
  const groups = new DuplicateIndex(library).groups();
  // One id is reserved for each entry, also for that of the link that was saved before.
  const range = `${SAVED.length + 1}-${SAVED.length + IN_FILE.length}`;
  expect(duplicatesIn(groups, isInRange(range))).toBe(4);
  expect(likely + likelyInFile).toBe(4);
  expect(duplicatesIn(groups)).toBe(6);
});

test.each(['', 'x', '1-', '1-2-3', '-1-5'])('the range %j has all links', (range) => {
  expect(isInRange(range)(7)).toBe(true);
});

test('an import of an earlier version has no range of its links', () => {
  expect(linkRangeOf({ import: { links: 5 } })).toBe('');
  expect(linkRangeOf({})).toBe('');
  expect(linkRangeOf({ import: { links: 5, first_link_id: 11 } })).toBe('11-15');
});
