import * as z from 'zod/mini';
import { describe, expect, test } from 'vitest';

import { edits, guards, missing, stored } from './derive.ts';
import type { Fields } from './field.ts';
import { FOLDER } from './folder.ts';
import { LINK } from './link.ts';
import { ACCOUNT_FIELDS, USER_FIELDS } from './user.ts';

const TABLES: readonly (readonly [string, Fields])[] = [
  ['a link', LINK.fields],
  ['a folder', FOLDER.fields],
  ['a user', { ...USER_FIELDS, ...ACCOUNT_FIELDS }],
];

describe.each(TABLES)('%s', (_name, fields) => {
  test('has a guard for each field that a user edits', () => {
    expect(Object.keys(guards(fields))).toEqual(expect.arrayContaining(Object.keys(edits(fields))));
  });

  test('is stored with all its fields, each with the value of a new record if it is missing', () => {
    const { created_at: _, ...others } = fields;
    expect(z.parse(z.object(stored(others)), {})).toEqual(missing(others));
  });

  test('has a valid value for each missing field', () => {
    for (const field of Object.values(fields)) expect(field.isValue(field.missing)).toBe(true);
  });
});

test('an edit and a guard of a link have only the given fields', () => {
  expect(z.parse(z.object(edits(LINK.fields)), { note: ' n ', favicon_key: 'k' })).toEqual({ note: 'n' });
  expect(z.parse(z.object(guards(LINK.fields)), { note: ' n ', favicon_key: 'k' })).toEqual({ note: ' n ' });
  expect(z.safeParse(z.object(edits(LINK.fields)), { note: undefined }).success).toBe(false);
});
