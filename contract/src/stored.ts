import * as z from 'zod/mini';

import { favoriteSchema, folderLinkSchema, folderSchema, linkSchema, userSchema } from './entities.ts';
import { idSchema, objectKindSchema } from './fields.ts';

/**
 * The documents as Firestore holds them. Whatever a browser subscribes to is never simply gone: a deleted document
 * leaves a tombstone, which a TTL policy purges at `expire_at`. Live documents say `deleted: false`, so that one equality
 * filter lists them without paying for tombstones.
 */

/** What the Timestamp classes of both SDKs have in common. */
export interface Moment {
  readonly seconds: number;
  readonly nanoseconds: number;
  toMillis(): number;
  toDate(): Date;
}

const momentSchema = z.custom<Moment>(
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

const live = { deleted: z.literal(false), updated_at: momentSchema };
const tombstone = { deleted: z.literal(true), updated_at: momentSchema, expire_at: momentSchema };

export const liveLinkSchema = z.extend(linkSchema, { ...live, created_at: momentSchema });
export const liveFolderSchema = z.extend(folderSchema, { ...live, created_at: momentSchema });
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
  email: z.string(),
  time_zone_abbreviation: z.string(),
  created_at: momentSchema,
  updated_at: momentSchema,
});
export type StoredUser = z.infer<typeof storedUserSchema>;

/** A deletion that was asked for. No client can read or write it. */
export const storedDeletionSchema = z.object({
  /** 'account' ends with the account; 'library' makes room for a new profile of the same account. */
  what: z.enum(['account', 'library']),
  /** Only while it is under way: a job finishes one that broke off. */
  unfinished_since: z.optional(momentSchema),
  /** Only after it: until then tokens of the account may still hold. Purged by a TTL policy. */
  expire_at: z.optional(momentSchema),
});
export type StoredDeletion = z.infer<typeof storedDeletionSchema>;

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
  due_at: z.optional(momentSchema),
  /** When it is done: purged by a TTL policy. */
  expire_at: z.optional(momentSchema),
});
export type StoredImageDeletion = z.infer<typeof storedImageDeletionSchema>;

/** A request that made something, remembered by its Idempotency-Key. */
const madeSchema = z.object({ key: z.string(), kind: objectKindSchema, id: idSchema });
export type Made = z.infer<typeof madeSchema>;

/** What every new thing reads and writes anyway: so remembering who asked for the last ones costs nothing. */
export const countersSchema = z.object({
  next_link_id: idSchema,
  next_folder_id: idSchema,
  next_folder_link_id: idSchema,
  /** The newest last. */
  made: z.optional(z.array(madeSchema)),
  /** The uploads that were granted on the last day with any, as YYYY-MM-DD of UTC. */
  uploads: z.optional(z.object({ day: z.string(), granted: z.int() })),
});
export type Counters = z.infer<typeof countersSchema>;
