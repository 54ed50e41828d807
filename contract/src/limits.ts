/** The constants that several processes share: those of the specification's section 9 and our own. */

export const UPLOADS_PREFIX_PRODUCTION = 'prod/uploads/';
export const UPLOADS_PREFIX_DEVELOPMENT = 'dev/uploads/';
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
/** The number of images that one user may upload per UTC day. */
export const UPLOADS_A_DAY = 200;
export const AWS_REGION = 'us-east-1';

export const REQUEST_MAX_BYTES = 1024 * 1024;
/** The number of idempotency keys that the server stores per user: those of the most recently created items. */
export const STORED_REQUEST_KEYS = 64;
/** How many of its last changes with an `Idempotency-Key` the API stores with an object. */
export const STORED_MARKS = 4;
/** How many links, and how many folders, one call of /trash/empty/ can name. */
export const TRASH_IDS_MAX_COUNT = 500;
/** How many changes one call of /batch/ can contain. */
export const BATCH_CHANGES_MAX_COUNT = 250;
export const BATCH_PARTS_MAX_COUNT = 1000;
/** The size of the earlier and new values of one call of /batch/, which are stored in one document for undo. */
export const BATCH_MAX_BYTES = 400_000;
/** How many links and folders, and how many memberships of a link, one call of /imports/part/ can contain. */
export const IMPORT_PART_MAX_COUNT = 500;
/** The size of one part, because a part is stored in one document. */
export const IMPORT_PART_MAX_BYTES = 700_000;
export const IMPORT_PARTS_MAX_COUNT = 2000;
/** How many marks "no duplicates" one part can contain. */
export const IMPORT_PART_MAX_DISTINCT = 2000;
export const ACTION_LABEL_MAX_LENGTH = 200;
export const DEVICE_MAX_LENGTH = 60;
/** How long an action can be undone from the history. */
export const ACTION_DAYS = 30;
/** The app sends at most two levels. The limit prevents a malicious body from exhausting the stack. */
export const REQUEST_MAX_DEPTH = 16;

/** How long a tombstone stays, so that every replica can read the deletion. */
export const TOMBSTONE_DAYS = 30;
/** How long an image that a person has replaced or removed stays, so that undo can bring it back. */
export const REPLACED_IMAGE_KEPT_MS = 24 * 60 * 60 * 1000;
/** How long no document may reference the key of a deleted image, because a second deletion task may still run. */
export const DELETED_IMAGE_BLOCKED_MS = 24 * 60 * 60 * 1000;
/** How long a deleted account's uid stays blocked. Its ID tokens are valid for at most an hour. */
export const DELETED_UID_BLOCKED_MS = 24 * 60 * 60 * 1000;
/** A replica older than this reads everything again, because it may have missed a purged tombstone. */
export const REPLICA_MAX_AGE_DAYS = 25;

/** The version of a snapshot's format. A reader refuses all others. */
export const SNAPSHOT_SCHEMA = 1;
/** The size of a part, because a part is stored in one document. */
export const SNAPSHOT_PART_MAX_BYTES = 900_000;
/** The size of a snapshot, because one commit writes all parts. */
export const SNAPSHOT_MAX_BYTES = 9_000_000;
/** A smaller library has no snapshot. */
export const SNAPSHOT_MIN_LINKS = 500;
/** A browser that read more newer documents than this asks for a new snapshot. So does an action of this many changes. */
export const SNAPSHOT_MIN_CHANGES = 500;
/** How long a snapshot is stored. Its readers refuse it after `REPLICA_MAX_AGE_DAYS`. */
export const SNAPSHOT_DAYS = 30;
/** A library's snapshot is written at most this often. */
export const SNAPSHOT_INTERVAL_MS = 60 * 60 * 1000;
/** How long no snapshot is tried after a library was too large for one, or could not be read. */
export const SNAPSHOT_REFUSED_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * A document's timestamp is the start of its write, but it becomes visible only when the write is done. An older document
 * can therefore arrive after a newer one. So a list of newer documents starts this much earlier (docs/decisions/006).
 */
export const IN_FLIGHT_MS = 10_000;
/** A commit that waits for locks can become visible so much later. A list starts this much earlier where that is cheap. */
export const LATE_COMMIT_MS = 5 * 60_000;
