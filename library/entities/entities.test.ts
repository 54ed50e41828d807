import * as z from 'zod/mini';
import { expect, test } from 'vitest';

import { linkSchema } from './entities.ts';
import { newLink } from './new-link.ts';

test('the date of a link is an ISO date in JSON, and its list of distinct links is not answered', () => {
  const { distinct_from, ...fields } = newLink(1, 'https://example.com/');
  const link = { ...fields, created_at: new Date('2001-02-03T04:05:06.789Z') };
  const json = z.encode(linkSchema, Object.assign({ distinct_from }, link));
  expect(json).not.toHaveProperty('distinct_from');
  expect(json).toMatchObject({ created_at: '2001-02-03T04:05:06.789Z' });
  expect(z.parse(linkSchema, json)).toEqual(link);
});
