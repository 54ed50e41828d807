import { expect, test } from 'vitest';

import { missing } from '#library/entities/derive.ts';
import { PAGE_DETAILS } from '#library/entities/link.ts';
import { NOTE_MAX_LENGTH } from '#library/entities/limits.ts';
import { unitedValues } from './united-values.ts';

const LINK = {
  url: 'https://a.example/',
  name: 'A',
  note: '',
  ...missing(PAGE_DETAILS),
  image_s3_key: '',
  created_at: 5,
};

test.each([
  ['an empty name', '', 'B', { name: 'B' }],
  ['the url as the name', 'https://a.example/', 'B', { name: 'B' }],
  ['another url as the name', 'http://A.example/?utm_source=x', 'B', { name: 'B' }],
  ['a name', 'A', 'B', {}],
  ['a name that begins with a url', 'https://a.example/ explained', 'B', {}],
  ['the url, if the other one has no name either', 'https://a.example/', 'https://b.example/', {}],
])('a merge keeps or replaces %s', (_, name, other, expected) => {
  expect(unitedValues({ ...LINK, name }, { ...LINK, url: 'https://b.example/', name: other })).toEqual(
    expected,
  );
});

test.each([
  ['a', 'b', { note: 'a\n\nb' }],
  ['', 'b', { note: 'b' }],
  ['a', '', {}],
  ['a and b', 'b', {}],
  ['b', 'a and b', { note: 'a and b' }],
  ['x'.repeat(NOTE_MAX_LENGTH - 2), 'y', null],
])('the notes "%s" and "%s" are joined, without repetitions', (note, other, expected) => {
  expect(unitedValues({ ...LINK, note }, { ...LINK, note: other })).toEqual(expected);
});

test('the older date and the only image are taken, also of Date objects, and 0 is no date', () => {
  expect(unitedValues(LINK, { ...LINK, created_at: 4, image_s3_key: 'k' })).toEqual({
    created_at: 4,
    image_s3_key: 'k',
  });
  expect(unitedValues({ ...LINK, image_s3_key: 'i' }, { ...LINK, created_at: 0, image_s3_key: 'k' })).toEqual(
    {},
  );
  expect(unitedValues({ ...LINK, created_at: 0 }, LINK)).toEqual({ created_at: 5 });
  const [early, late] = [new Date(4), new Date(5)];
  expect(unitedValues({ ...LINK, created_at: late }, { ...LINK, created_at: early })).toEqual({
    created_at: early,
  });
  expect(unitedValues({ ...LINK, created_at: early }, { ...LINK, created_at: new Date(4) })).toEqual({});
});

test('a merge keeps the details of the page, or takes those of the other link', () => {
  const page = { description: 'B', picture_s3_key: 'b' };
  expect(unitedValues(LINK, { ...LINK, ...page })).toEqual(page);
  expect(unitedValues({ ...LINK, description: 'A' }, { ...LINK, ...page })).toEqual({ picture_s3_key: 'b' });
});
