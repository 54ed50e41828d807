import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  countersSchema,
  liveFavoriteSchema,
  liveFolderLinkSchema,
  liveFolderSchema,
  liveLinkSchema,
  markedSchema,
  serverLinkFields,
  storedActionPartSchema,
  storedActionSchema,
  storedDeletionSchema,
  storedImageDeletionSchema,
  storedImportPartSchema,
  storedImportPlanSchema,
  storedImportQueueSchema,
  storedImportSitesSchema,
  storedLeftoversSchema,
  storedSnapshotPartSchema,
  storedSnapshotStateSchema,
  storedUserSchema,
} from '@foldmark/contract/stored';
import {
  authorizationCodeSchema,
  deviceCodeSchema,
  liveTokenSchema,
  revokedTokenSchema,
  spentTokenSchema,
  storedGrantSchema,
} from '@foldmark/contract/stored-grants';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

interface Indexes {
  readonly fieldOverrides: readonly {
    readonly collectionGroup: string;
    readonly fieldPath: string;
    readonly ttl?: boolean;
    readonly indexes: readonly unknown[];
  }[];
}

const file = join(import.meta.dirname, '../../../firestore.indexes.json');
const { fieldOverrides }: Indexes = JSON.parse(readFileSync(file, 'utf8'));

/** The fields that the queries of the functions and of the web app use. */
const QUERIED: Readonly<Record<string, readonly string[]>> = {
  links: ['deleted', 'status_id', 'image_s3_key', 'favicon_key', 'picture_s3_key', 'updated_at'],
  folders: ['deleted', 'status_id', 'parent_folder_id', 'image_s3_key', 'updated_at'],
  folder_links: ['deleted', 'folder_id', 'link_id', 'updated_at'],
  favorites: ['deleted', 'object_id', 'updated_at'],
  users: [],
  deletions: ['due_at', 'expire_at'],
  image_deletions: ['due_at', 'kept_for', 'expire_at'],
  private: ['due_at', 'expire_at'],
  snapshots: ['expire_at'],
  actions: ['created_at', 'due_at', 'expire_at', 'state'],
  grants: ['open_until', 'expire_at'],
  tokens: ['uid', 'grant_id', 'spent_by', 'expire_at'],
  codes: ['uid', 'user_code', 'expire_at'],
};

const STORED = {
  links: z.extend(liveLinkSchema, { ...serverLinkFields.shape, ...markedSchema.shape }),
  folders: z.extend(liveFolderSchema, markedSchema.shape),
  folder_links: z.extend(liveFolderLinkSchema, markedSchema.shape),
  favorites: z.extend(liveFavoriteSchema, markedSchema.shape),
  users: storedUserSchema,
  deletions: storedDeletionSchema,
  image_deletions: storedImageDeletionSchema,
  private: z.extend(countersSchema, {
    ...storedActionPartSchema.shape,
    ...storedImportPartSchema.shape,
    ...storedImportPlanSchema.shape,
    ...storedImportQueueSchema.shape,
    ...storedImportSitesSchema.shape,
    ...storedSnapshotStateSchema.shape,
    ...storedLeftoversSchema.shape,
  }),
  snapshots: storedSnapshotPartSchema,
  actions: storedActionSchema,
  grants: storedGrantSchema,
  tokens: z.extend(liveTokenSchema, { ...revokedTokenSchema.shape, ...spentTokenSchema.shape }),
  codes: z.extend(authorizationCodeSchema, z.omit(deviceCodeSchema, { kind: true }).shape),
};

test.each(Object.entries(STORED))('every field of %s that no query uses has no index', (name, schema) => {
  const exempt = fieldOverrides
    .filter(
      ({ collectionGroup, indexes, ttl }) => collectionGroup === name && indexes.length === 0 && ttl !== true,
    )
    .map(({ fieldPath }) => fieldPath);
  const unqueried = Object.keys(schema.shape).filter((field) => QUERIED[name]?.includes(field) !== true);
  expect(exempt.sort()).toEqual(unqueried.sort());
});

test('every expire_at field has a TTL policy', () => {
  const purged = fieldOverrides.filter(({ ttl }) => ttl === true);
  expect(purged.map(({ collectionGroup, fieldPath }) => `${collectionGroup}.${fieldPath}`).sort()).toEqual([
    'actions.expire_at',
    'codes.expire_at',
    'deletions.expire_at',
    'favorites.expire_at',
    'folder_links.expire_at',
    'folders.expire_at',
    'grants.expire_at',
    'image_deletions.expire_at',
    'links.expire_at',
    'private.expire_at',
    'snapshots.expire_at',
    'tokens.expire_at',
    'used_challenges.expire_at',
  ]);
});

function indexesOf(name: string, field: string): readonly unknown[] | undefined {
  return fieldOverrides.find(
    ({ collectionGroup, fieldPath }) => collectionGroup === name && fieldPath === field,
  )?.indexes;
}

test('fields that jobs query have an index over all users', () => {
  for (const [name, field] of [
    ['links', 'image_s3_key'],
    ['links', 'favicon_key'],
    ['links', 'picture_s3_key'],
    ['folders', 'image_s3_key'],
    ['actions', 'due_at'],
    ['private', 'due_at'],
  ] as const)
    expect(indexesOf(name, field)).toEqual([{ queryScope: 'COLLECTION_GROUP', order: 'ASCENDING' }]);
});
