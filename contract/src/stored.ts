import * as z from 'zod/mini';

import { actionStateSchema } from './batch.ts';
import { skipReasonSchema } from '@foldmark/library/changes/change';
import { answered, stored } from '@foldmark/library/entities/derive';
import { favoriteSchema, folderLinkSchema, userSchema } from '@foldmark/library/entities/entities';
import { idSchema, objectKindSchema } from '@foldmark/library/entities/fields';
import { FOLDER } from '@foldmark/library/entities/folder';
import { LINK } from '@foldmark/library/entities/link';
import { ACCOUNT_FIELDS, USER_FIELDS } from '@foldmark/library/entities/user';
import { SNAPSHOT_MAX_BYTES } from './limits.ts';

/**
 * The documents as Firestore stores them. A deleted document of a subscribed collection leaves a tombstone, which a TTL policy
 * purges at `expire_at`. Live documents have `deleted: false`, so that one equality filter lists them without paying for
 * tombstones.
 */

/** The fields that the Timestamp classes of both SDKs have in common. */
export interface StoredTimestamp {
  readonly seconds: number;
  readonly nanoseconds: number;
  toMillis(): number;
  toDate(): Date;
}

export const timestampSchema = z.custom<StoredTimestamp>(
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

/** The default for a document that an older version wrote without this timestamp. */
const EPOCH: StoredTimestamp = { seconds: 0, nanoseconds: 0, toMillis: () => 0, toDate: () => new Date(0) };

const timestamp = z.prefault(timestampSchema, EPOCH);
const text = z.prefault(z.string(), '');

/**
 * The fields of the entities. Those that a document of an older version can lack have defaults; only those that identify a
 * document are always present (docs/decisions/024).
 */
export const storedFields = {
  link: z.object({ ...answered(LINK.key), ...stored(LINK.fields), created_at: timestamp }),
  /** `created_at` is not in the entity, because it is written with the document. */
  folder: z.omit(z.object({ ...answered(FOLDER.key), ...stored(FOLDER.fields) }), { created_at: true }),
  folderLink: folderLinkSchema,
  favorite: favoriteSchema,
};

/** A link as the API reads it. `page_title` is the title that a job has read from the page, if it became the name. */
export const serverLinkFields = z.extend(storedFields.link, {
  page_title: z.optional(z.string()),
  created_at: z.pipe(
    timestamp,
    z.transform((at) => at.toDate()),
  ),
});

/**
 * Part of live documents and tombstones: digests of the last changes that were single calls with an Idempotency-Key. The API does
 * not make a repeat of such a change. Browsers ignore the marks.
 */
export const markedSchema = z.object({ marks: z.prefault(z.array(z.string()), []) });

const live = { deleted: z.prefault(z.literal(false), false), updated_at: timestamp };
const tombstone = { deleted: z.literal(true), updated_at: timestamp, expire_at: timestamp };

export const liveLinkSchema = z.extend(storedFields.link, live);
export const liveFolderSchema = z.extend(storedFields.folder, { ...live, created_at: timestamp });
export const liveFolderLinkSchema = z.extend(folderLinkSchema, live);
export const liveFavoriteSchema = z.extend(favoriteSchema, live);

export const storedLinkSchema = z.discriminatedUnion('deleted', [
  liveLinkSchema,
  z.object({ ...tombstone, link_id: idSchema }),
]);

export const storedFolderSchema = z.discriminatedUnion('deleted', [
  liveFolderSchema,
  z.object({ ...tombstone, folder_id: idSchema }),
]);

export const storedFolderLinkSchema = z.discriminatedUnion('deleted', [
  liveFolderLinkSchema,
  z.extend(folderLinkSchema, tombstone),
]);

export const storedFavoriteSchema = z.discriminatedUnion('deleted', [
  liveFavoriteSchema,
  z.extend(favoriteSchema, tombstone),
]);

export const storedUserSchema = z.extend(userSchema, {
  ...stored(USER_FIELDS),
  ...stored(ACCOUNT_FIELDS),
  /** Whether the library belongs to the owner of `email`: see functions/src/accounts/ownership.ts. */
  ownership: z.prefault(z.enum(['confirmed', 'unconfirmed', 'disputed']), 'confirmed'),
  created_at: timestamp,
  updated_at: timestamp,
});
export type StoredUser = z.infer<typeof storedUserSchema>;

/** A requested account deletion. No client can read or write it. */
export const storedDeletionSchema = z.object({
  /** Set while the deletion is unfinished. */
  unfinished_since: z.optional(timestampSchema),
  /** When a job queues the task of the current step again, in case the task has failed or was lost. */
  due_at: z.optional(timestampSchema),
  /** The current step. Only its task may delete. Each task that ends before the deletion does begins the next step. */
  step: z.optional(z.int()),
  /** Set after the deletion. Until this time, tokens of the account may be valid. A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});

/**
 * A requested deletion of an image that a commit removed from its link or folder. No client can read or write it. While the
 * document exists, no link or folder can reference the key. The exception is the user in `kept_for`: until the deletion begins,
 * an undo can reference the key, which deletes the document.
 */
export const storedImageDeletionSchema = z.object({
  /** 'asked' by the commit, 'begun' when no document references the key, 'done' when the object is deleted. */
  state: z.enum(['asked', 'begun', 'done']),
  /** The key of the object. Removed when the object is deleted. */
  key: z.optional(z.string()),
  /** Set until the deletion is done: the time when a job retries it. */
  due_at: z.optional(timestampSchema),
  /** The uid of the user who replaced or removed the image, and can undo that. The deletion does not begin before `due_at`. */
  kept_for: z.optional(z.string()),
  /** Set when the deletion is done. A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});
export type StoredImageDeletion = z.infer<typeof storedImageDeletionSchema>;

/** The id that a request with an Idempotency-Key has created. */
const createdIdSchema = z.object({
  key: z.string(),
  kind: objectKindSchema,
  id: idSchema,
  /** Identifies the input. A repeat must have the same digest. Missing in documents of older versions. */
  digest: z.optional(z.string()),
});
export type CreatedId = z.infer<typeof createdIdSchema>;

/** Stores the idempotency keys too. Every creation reads and writes this document anyway, so that costs nothing. */
export const countersSchema = z.object({
  // Required, because a default would allocate an id twice.
  next_link_id: idSchema,
  next_folder_id: idSchema,
  next_folder_link_id: idSchema,
  /** The created items, newest last. */
  made: z.optional(z.array(createdIdSchema)),
  /** The number of uploads granted on the last day with uploads, as YYYY-MM-DD in UTC. */
  uploads: z.optional(z.object({ day: z.string(), granted: z.int() })),
});
export type Counters = z.infer<typeof countersSchema>;

/** The progress of an import, for the history. */
const storedImportSchema = z.object({
  /** The number of entries, and the number of handled entries. */
  links: z.prefault(z.int(), 0),
  handled: z.prefault(z.int(), 0),
  /** The number of created links, of existing links that got values from the file, and of created folders. */
  created: z.prefault(z.int(), 0),
  filled: z.prefault(z.int(), 0),
  folders_created: z.prefault(z.int(), 0),
  /** The first of the ids that are reserved for new links, one for each entry. Set when the import starts or waits. */
  first_link_id: z.optional(idSchema),
  /** Set when the first links are written. */
  started_at: z.optional(timestampSchema),
  /** Set if the user has stopped the import. The links that were imported stay. */
  stopped: z.optional(z.boolean()),
  /** The indexes of the parts that have arrived. */
  received: z.prefault(z.array(z.int()), []),
  /** The job's position: the number of handled folders, of handled links, and of handled memberships of the next link. */
  cursor: z.optional(z.object({ folders: z.int(), links: z.int(), members: z.int() })),
  /** Whether the user wants the icons of the created links. The last step of the import then begins to fetch them. */
  wants_icons: z.optional(z.boolean()),
  /** The progress of fetching icons or pictures after the import: the number of domains, and of those that are done. */
  icons: z.optional(
    z.object({
      domains: z.int(),
      done: z.int(),
      /** Set if the page of each link is read for its picture. Then `domains` counts links. */
      pages: z.optional(z.boolean()),
      /** Set until all sites are done: the next entry of a list of sites. List -1: the sites are not collected yet. */
      next: z.optional(z.object({ list: z.int(), entry: z.int() })),
      /** The number of failed tries of this entry. */
      failed: z.optional(z.int()),
    }),
  ),
});

/** An action of the history. It is one gesture of the user, sent in one or more parts of /batch/. */
export const storedActionSchema = z.object({
  action_id: z.string(),
  label: text,
  device: text,
  state: z.prefault(actionStateSchema, 'done'),
  parts: z.prefault(z.int(), 1),
  /** The indexes of the parts that were made. */
  made: z.prefault(z.array(z.int()), []),
  /** The number of changed records, which is the cost of an undo, and the number of skipped changes. */
  changed: z.prefault(z.int(), 0),
  /** The number of links and folders in the changes: a move of one link is two changes. An import has its own counts. */
  items: z.optional(z.int()),
  skipped: z.prefault(z.int(), 0),
  /** The action that this action undoes. */
  undoes: z.optional(z.string()),
  /** The app that made the action with its token. Missing if the person did. */
  by: z.optional(z.object({ grant_id: z.string(), name: text })),
  /** Set while the job undoes all actions of the app: the older ones follow. */
  undoes_app: z.optional(z.boolean()),
  import: z.optional(storedImportSchema),
  /** The part that the job does next. Set while a job undoes or redoes the action. */
  next_part: z.optional(z.int()),
  /** The items that the last undo or redo left alone: the first hundred, and the total number. */
  left_alone: z.prefault(
    z.array(z.object({ kind: objectKindSchema, id: idSchema, name: text, why: skipReasonSchema })),
    [],
  ),
  left_alone_count: z.prefault(z.int(), 0),
  created_at: timestamp,
  updated_at: timestamp,
  /** Set if the job gave up the last undo or redo after repeated failures. The user can ask again. */
  failed: z.optional(z.enum(['undo', 'redo'])),
  /** Set while a job works on the action: the time when another job continues it. */
  due_at: z.optional(timestampSchema),
  /** How often the job was continued since its last step. */
  tries: z.optional(z.int()),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});
export type StoredAction = z.infer<typeof storedActionSchema>;

/** One part of an action. Only the API reads it. */
export const storedActionPartSchema = z.object({
  /** Identifies the changes. A repeat must have the same digest. */
  digest: z.string(),
  /** The first answer, as JSON. */
  answer: z.string(),
  /** The edits of the part, as JSON (see `storedEditsSchema` in library/changes/edits.ts). */
  edits: z.string(),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});
export type StoredActionPart = z.infer<typeof storedActionPartSchema>;

/** One part of an import, as the browser sent it. Only the API reads it. */
export const storedImportPartSchema = z.object({
  /** Identifies the content. A repeat must have the same digest. */
  digest: z.string(),
  /** An `ImportPart` as JSON. */
  content: z.string(),
  /** The ids of the links, existing or reserved. Set when the import begins. */
  link_ids: z.optional(z.array(idSchema)),
  /** The ids that the marks "no duplicates" refer to, in the order of the links and their marks. Set with `link_ids`. */
  distinct_ids: z.optional(z.array(idSchema)),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});
export type StoredImportPart = z.infer<typeof storedImportPartSchema>;

const importCountsSchema = z.object({ links: z.int(), folders: z.int(), memberships: z.int() });

/** The plan of an import. Only the API reads it. */
export const storedImportPlanSchema = z.object({
  /** Identifies the announcement. A repeat must have the same digest. */
  digest: z.string(),
  /** The announced counts. */
  announced: importCountsSchema,
  target_folder_id: z.int().check(z.nonnegative()),
  /**
   * The counts of the parts that have arrived. `above` is the largest difference between the number of a folder's parent and the
   * folder's index in the part.
   */
  part_counts: z.array(z.extend(importCountsSchema, { part: z.int(), above: z.int() })),
  /** The first ids of the reserved ranges. Set when the import starts or waits. */
  reserved: z.optional(z.object({ link: idSchema, folder: idSchema, folder_link: idSchema })),
  /** Identifies the task delivery that plans the import. Earlier deliveries must not write any more. */
  planner: z.optional(z.string()),
  /** The ids of the folders, existing or reserved. Set when the import is planned. */
  folder_ids: z.optional(z.array(idSchema)),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});
export type StoredImportPlan = z.infer<typeof storedImportPlanSchema>;

/** A list of sites whose icons are fetched after an import. Only the API reads it. */
export const storedImportSitesSchema = z.object({
  /** The list as JSON (see functions/src/imports/import-sites.ts). */
  sites: z.string(),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});

/** The imports of a user that have begun. A job works on one at a time. Only the API reads it. */
export const storedImportQueueSchema = z.object({
  running: z.nullable(z.string()),
  /** The ids of waiting imports, oldest first. */
  waiting: z.array(z.string()),
  /** The import that is being undone or redone, or the last one that was. */
  reverting: z.prefault(z.nullable(z.string()), null),
  /** The import whose icons are being fetched, or the last one whose icons were. */
  icons: z.prefault(z.nullable(z.string()), null),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});
export type StoredImportQueue = z.infer<typeof storedImportQueueSchema>;

/** Links and folders that were deleted forever, and whose memberships a job is still deleting. Only the functions read it. */
export const storedLeftoversSchema = z.object({
  link_ids: z.array(idSchema),
  folder_ids: z.array(idSchema),
  /** The job's next step. */
  step: z.int(),
  /** How often the job was queued again since its last step. */
  tries: z.optional(z.int()),
  /** The time when `housekeeping` queues the task again. */
  due_at: timestampSchema,
});
export type StoredLeftovers = z.infer<typeof storedLeftoversSchema>;

/** One part of a snapshot. One commit writes all parts. The owner can read them, and only a job writes them. */
export const storedSnapshotPartSchema = z.object({
  /** The version of the format. */
  schema: z.int(),
  /** The library is complete up to this timestamp. */
  at: timestampSchema,
  index: z.int(),
  /** The number of parts and of bytes of the whole snapshot. */
  parts: z.int(),
  bytes: z.int().check(z.nonnegative(), z.maximum(SNAPSHOT_MAX_BYTES)),
  data: z.instanceof(Uint8Array),
  /** A TTL policy purges the document. */
  expire_at: z.optional(timestampSchema),
});

/** The state of a snapshot, and of the task that writes it. Only the functions read it. */
export const storedSnapshotStateSchema = z.object({
  /** Set while a task is queued. */
  asked_at: z.optional(timestampSchema),
  /** Set while a task is queued or runs: the time when `housekeeping` queues another one. */
  due_at: z.optional(timestampSchema),
  /** Identifies the running task delivery. Earlier deliveries must not write any more. */
  attempt: z.optional(z.string()),
  /** How many attempts have begun since one has ended. */
  tries: z.optional(z.int()),
  /** The timestamp of the snapshot. */
  written_at: z.optional(timestampSchema),
  /** Set if the library is too large for a snapshot, or cannot be read. */
  refused_at: z.optional(timestampSchema),
});
export type StoredSnapshotState = z.infer<typeof storedSnapshotStateSchema>;
