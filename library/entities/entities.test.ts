import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { linkSchema } from './entities.ts';
import { newLink } from './new-link.ts';

test('a link that an older API answers has an empty note, and the epoch as its date', () => {
  const { note: _, distinct_from: __, ...older } = newLink(1, 'https://example.com/');
  expect(z.parse(linkSchema, older)).toEqual({ ...older, note: '', created_at: new Date(0) });
});

test('the date of a link is an ISO date in JSON, and its list of distinct links is not answered', () => {
  const { distinct_from, ...fields } = newLink(1, 'https://example.com/');
  const link = { ...fields, created_at: new Date('2001-02-03T04:05:06.789Z') };
  const json = z.encode(linkSchema, Object.assign({ distinct_from }, link));
  expect(json).not.toHaveProperty('distinct_from');
  expect(json).toMatchObject({ created_at: '2001-02-03T04:05:06.789Z' });
  expect(z.parse(linkSchema, json)).toEqual(link);
});
