import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { grantCreateSchema } from './grants.ts';

const INPUT = { name: 'Shortcut', scopes: ['read'], days: 30 };

test.each([
  ['a missing name', { name: undefined }, 'Please enter a name.'],
  ['a name of blanks', { name: '  ' }, 'Please enter a name.'],
  ['a name that shows nothing', { name: '\u202E\u0007' }, 'Please enter a name.'],
  ['a list as name', { name: [] }, 'name must be text.'],
  ['a long name', { name: 'a'.repeat(61) }, 'name can have at most 60 characters.'],
  ['an unknown scope', { scopes: ['all'] }, 'A scope must be read, suggest, write.'],
  ['no scope', { scopes: [] }, 'scopes must not be empty.'],
  ['a token that never expires', { days: 100_000 }, 'days can be at most 366.'],
])('%s is refused with one message', (_, fields, message) => {
  const result = z.safeParse(grantCreateSchema, { ...INPUT, ...fields });
  expect(result.error?.issues.map((issue) => issue.message)).toEqual([message]);
});

test('a name becomes one line', () => {
  const parsed = z.parse(grantCreateSchema, { ...INPUT, name: ' My\u202E\n shortcut ' });
  expect(parsed.name).toBe('My shortcut');
});
