import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import {
  countersSchema,
  type StoredTimestamp,
  storedFavoriteSchema,
  storedFolderLinkSchema,
  storedFolderSchema,
  storedLinkSchema,
  storedUserSchema,
} from './stored.ts';

function at(seconds: number): StoredTimestamp {
  return { seconds, nanoseconds: 0, toMillis: () => seconds * 1000, toDate: () => new Date(seconds * 1000) };
}

const TIMES = { updated_at: at(2), created_at: at(1) };

interface Shape {
  readonly schema: z.ZodMiniType;
  /** The fields that identify the document. They are always present. */
  readonly key: object;
  /** The other fields: the value that the first version wrote, and the default for a missing field. */
  readonly rest: Readonly<Record<string, readonly [written: unknown, missing: unknown]>>;
}

const UPDATED = [TIMES.updated_at, expect.objectContaining({ seconds: 0, nanoseconds: 0 })] as const;
const CREATED = [TIMES.created_at, expect.objectContaining({ seconds: 0, nanoseconds: 0 })] as const;

const SHAPES: Readonly<Record<string, Shape>> = {
  'a link': {
    schema: storedLinkSchema,
    key: { link_id: 1 },
    rest: {
      url: ['https://example.com/', ''],
      name: ['a', ''],
      status_id: [2, 1],
      image_s3_key: ['k', ''],
      favicon_key: ['k', ''],
      favicon_url: ['https://example.com/i.png', ''],
      domain_name: ['example.com', ''],
      note: ['n', ''],
      distinct_from: [[7], []],
      description: ['d', ''],
      picture_s3_key: ['k', ''],
      deleted: [false, false],
      created_at: CREATED,
      updated_at: UPDATED,
    },
  },
  'a folder': {
    schema: storedFolderSchema,
    key: { folder_id: 1 },
    rest: {
      name: ['a', ''],
      status_id: [2, 1],
      parent_folder_id: [7, 0],
      image_s3_key: ['k', ''],
      icon: ['📚', ''],
      deleted: [false, false],
      created_at: CREATED,
      updated_at: UPDATED,
    },
  },
  'a membership': {
    schema: storedFolderLinkSchema,
    key: { folder_link_id: 1, folder_id: 2, link_id: 3 },
    rest: { deleted: [false, false], updated_at: UPDATED },
  },
  'a favorite': {
    schema: storedFavoriteSchema,
    key: { object_id: 1, object_type: 'link' },
    rest: { deleted: [false, false], updated_at: UPDATED },
  },
  'a deleted link': {
    schema: storedLinkSchema,
    key: { link_id: 1, deleted: true },
    rest: { updated_at: UPDATED, expire_at: UPDATED },
  },
  'a profile': {
    schema: storedUserSchema,
    key: { user_id: 'u1' },
    rest: {
      display_name: ['Ada', ''],
      avatar: ['a', ''],
      email: ['ada@example.com', ''],
      time_zone_abbreviation: ['CET', ''],
      ownership: ['disputed', 'confirmed'],
      created_at: CREATED,
      updated_at: UPDATED,
    },
  },
};

function pick(rest: Shape['rest'], which: 0 | 1): Record<string, unknown> {
  return Object.fromEntries(Object.entries(rest).map(([field, values]) => [field, values[which]]));
}

describe.each(Object.entries(SHAPES))('%s', (_name, { schema, key, rest }) => {
  test('parses what the first version wrote', () => {
    expect(z.parse(schema, { ...key, ...pick(rest, 0) })).toEqual({ ...key, ...pick(rest, 0) });
  });

  test('parses with only the identifying fields', () => {
    expect(z.parse(schema, key)).toEqual({ ...key, ...pick(rest, 1) });
  });

  test.each(Object.keys(rest))('parses without %s', (field) => {
    const { [field]: _, ...others } = pick(rest, 0);
    expect(z.parse(schema, { ...key, ...others })).toEqual({ ...key, ...others, [field]: rest[field]?.[1] });
  });

  test('drops fields of a newer version', () => {
    expect(z.parse(schema, { ...key, ...pick(rest, 0), newer: 'new' })).not.toHaveProperty('newer');
  });
});

test('rejects counters that lack an id, instead of restarting them', () => {
  const counters = { next_link_id: 7, next_folder_id: 8, next_folder_link_id: 9 };
  expect(z.parse(countersSchema, counters)).toEqual(counters);
  for (const field of Object.keys(counters)) {
    expect(z.safeParse(countersSchema, { ...counters, [field]: undefined }).success).toBe(false);
  }
});
