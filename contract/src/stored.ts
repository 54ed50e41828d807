import * as z from 'zod/mini';

import { favoriteSchema, folderLinkSchema, folderSchema, linkSchema, userSchema } from './entities.ts';
import { idSchema, objectKindSchema, statusSchema } from './fields.ts';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from './limits.ts';

/**
 * The documents as Firestore holds them. Whatever a browser subscribes to is never simply gone: a deleted document
 * leaves a tombstone, which a TTL policy purges at `expire_at`. Live documents say `deleted: false`, so that one equality
 * filter lists them without paying for tombstones.
 */

/** What the Timestamp classes of both SDKs have in common. */
export interface StoredTimestamp {
  readonly seconds: number;
  readonly nanoseconds: number;
  toMillis(): number;
  toDate(): Date;
}

const timestampSchema = z.custom<StoredTimestamp>(
  (value) =>
    typeof value === 'object' &&
    value !== null &&
    'seconds' in value &&
    typeof value.seconds === 'number' &&
    'nanoseconds' in value &&
    typeof value.nanoseconds === 'number' &&
    'toMillis' in value &&
    typeof value.toMillis === 'function',
);

/** Of a document that was written before it had this time. */
const NEVER: StoredTimestamp = { seconds: 0, nanoseconds: 0, toMillis: () => 0, toDate: () => new Date(0) };

/**
 * What a field is read as where a document lacks it: older versions of the product have written it. Only the fields that
 * name a document are in every one (docs/decisions/024).
 */
const moment = z.prefault(timestampSchema, NEVER);
const text = z.prefault(z.string(), '');
const status = z.prefault(statusSchema, STATUS_ACTIVE);

/** An entity as it is read from its document. */
export const storedFields = {
  link: z.extend(linkSchema, {
    url: text,
    name: text,
    status_id: status,
    image_s3_key: text,
    favicon_key: text,
    favicon_url: text,
    domain_name: text,
  }),
  folder: z.extend(folderSchema, {
    name: text,
    status_id: status,
    parent_folder_id: z.prefault(folderSchema.shape.parent_folder_id, ROOT_FOLDER_ID),
    image_s3_key: text,
  }),
  folderLink: folderLinkSchema,
  favorite: favoriteSchema,
};

const live = { deleted: z.prefault(z.literal(false), false), updated_at: moment };
const tombstone = { deleted: z.literal(true), updated_at: moment, expire_at: moment };

export const liveLinkSchema = z.extend(storedFields.link, { ...live, created_at: moment });
export const liveFolderSchema = z.extend(storedFields.folder, { ...live, created_at: moment });
export const liveFolderLinkSchema = z.extend(folderLinkSchema, live);
export const liveFavoriteSchema = z.extend(favoriteSchema, live);

export const storedLinkSchema = z.discriminatedUnion('deleted', [
  liveLinkSchema,
  z.object({ ...tombstone, link_id: idSchema }),
]);
export type StoredLink = z.infer<typeof storedLinkSchema>;

export const storedFolderSchema = z.discriminatedUnion('deleted', [
  liveFolderSchema,
  z.object({ ...tombstone, folder_id: idSchema }),
]);
export type StoredFolder = z.infer<typeof storedFolderSchema>;

export const storedFolderLinkSchema = z.discriminatedUnion('deleted', [
  liveFolderLinkSchema,
  z.extend(folderLinkSchema, tombstone),
]);
export type StoredFolderLink = z.infer<typeof storedFolderLinkSchema>;

export const storedFavoriteSchema = z.discriminatedUnion('deleted', [
  liveFavoriteSchema,
  z.extend(favoriteSchema, tombstone),
]);
export type StoredFavorite = z.infer<typeof storedFavoriteSchema>;

export const storedUserSchema = z.extend(userSchema, {
  display_name: text,
  avatar: text,
  email: text,
  time_zone_abbreviation: text,
  /** Whether the library belongs to the owner of `email`: see functions/src/accounts/ownership.ts. */
  ownership: z.prefault(z.enum(['confirmed', 'unconfirmed', 'disputed']), 'confirmed'),
  created_at: moment,
  updated_at: moment,
});
export type StoredUser = z.infer<typeof storedUserSchema>;

/** A deletion that was asked for. No client can read or write it. */
export const storedDeletionSchema = z.object({
  /** Only while it is under way: a job finishes one that broke off. */
  unfinished_since: z.optional(timestampSchema),
  /** Only after it: until then tokens of the account may still hold. Purged by a TTL policy. */
  expire_at: z.optional(timestampSchema),
});

/**
 * An image that a commit took from its link or folder. No client can read or write it. While the document is there, nothing
 * can be given its key.
 */
export const storedImageDeletionSchema = z.object({
  /** 'asked' by the commit; 'begun' when no document names the key any more; 'done' when the object is gone. */
  state: z.enum(['asked', 'begun', 'done']),
  /** Of the object. Not kept when it is gone. */
  key: z.optional(z.string()),
  /** Until it is done: when a job looks after it. */
  due_at: z.optional(timestampSchema),
  /** When it is done: purged by a TTL policy. */
  expire_at: z.optional(timestampSchema),
});
export type StoredImageDeletion = z.infer<typeof storedImageDeletionSchema>;

/** A request that made something, remembered by its Idempotency-Key. */
const createdIdSchema = z.object({ key: z.string(), kind: objectKindSchema, id: idSchema });
export type CreatedId = z.infer<typeof createdIdSchema>;

/** What every new thing reads and writes anyway: so remembering who asked for the last ones costs nothing. */
export const countersSchema = z.object({
  // In every document. A default would give numbers away twice.
  next_link_id: idSchema,
  next_folder_id: idSchema,
  next_folder_link_id: idSchema,
  /** The newest last. */
  made: z.optional(z.array(createdIdSchema)),
  /** The uploads that were granted on the last day with any, as YYYY-MM-DD of UTC. */
  uploads: z.optional(z.object({ day: z.string(), granted: z.int() })),
});
export type Counters = z.infer<typeof countersSchema>;
