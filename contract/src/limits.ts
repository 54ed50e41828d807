/** The limits that several processes share: those of the specification's section 9 and our own. */

export const UPLOADS_PREFIX_PRODUCTION = 'prod/uploads/';
export const UPLOADS_PREFIX_DEVELOPMENT = 'dev/uploads/';
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
/** The number of images that one user may upload per UTC day. */
export const UPLOADS_A_DAY = 200;
export const AWS_REGION = 'us-east-1';

export const REQUEST_MAX_BYTES = 1024 * 1024;
/** The number of idempotency keys that the server stores per user, for the most recently created items. */
export const STORED_REQUEST_KEYS = 64;
/** How many changes with an `Idempotency-Key` the API remembers for each object, latest first. */
export const STORED_MARKS = 4;
/** The most links, and the most folders, that one call of /trash/empty/ can name. */
export const TRASH_IDS_MAX_COUNT = 500;
/** The most changes that one call of /batch/ can contain. */
export const BATCH_CHANGES_MAX_COUNT = 250;
export const BATCH_PARTS_MAX_COUNT = 1000;
/** The most bytes of earlier and new values in one call of /batch/. One document stores them for undo. */
export const BATCH_MAX_BYTES = 400_000;
/** The most links and folders that one call of /imports/part/ can contain, and the most memberships of a link. */
export const IMPORT_PART_MAX_COUNT = 500;
/** The most bytes of a part, because one document stores it. */
export const IMPORT_PART_MAX_BYTES = 700_000;
export const IMPORT_PARTS_MAX_COUNT = 2000;
/** The most marks "no duplicates" that one part can contain. */
export const IMPORT_PART_MAX_DISTINCT = 2000;
export const ACTION_LABEL_MAX_LENGTH = 200;
export const DEVICE_MAX_LENGTH = 60;
/** How long the user can undo an action from the history. */
export const ACTION_DAYS = 30;
/**
 * The most levels of nesting in a request. The app sends at most two. The limit keeps a malicious body from exhausting the stack.
 */
export const REQUEST_MAX_DEPTH = 16;

/** The most apps that a person can have connected at a time, and the part of the person's allowance that each may use. */
export const GRANTS_MAX_COUNT = 20;
export const GRANT_ALLOWANCE_PART = 4;
export const GRANT_NAME_MAX_LENGTH = 60;
export const GRANT_DAYS_MAX = 366;
/** How long an app that has ended is listed, and its tokens answer that they have: as long as its actions can be undone. */
export const GRANT_ENDED_DAYS = 30;

/** How many days an app that was connected by OAuth stays connected without a call for a new access token. */
export const APP_IDLE_DAYS = 90;
export const ACCESS_TOKEN_S = 60 * 60;
/** The most access tokens that an app has at a time, because it may refresh in several processes. A new one ends the oldest. */
export const APP_ACCESS_TOKENS_MAX_COUNT = 10;
/** How long an app has to exchange the code that its person approved. */
export const AUTHORIZATION_CODE_MS = 60_000;
/** How long a person has to enter the code that a device shows, and how often the device may ask whether they have. */
export const DEVICE_CODE_S = 10 * 60;
export const DEVICE_INTERVAL_S = 5;
/** How many user codes a person can try in ten minutes on an instance. */
export const USER_CODE_TRIES = 10;
/** How old a login can be with which a person connects an app. */
export const FRESH_SESSION_MS = 10 * 60_000;
export const CONNECT_QUERY_MAX_LENGTH = 4096;

/** How long a tombstone stays, so that every replica can read the deletion. */
export const TOMBSTONE_DAYS = 30;
/** How long an image stays after the user has replaced or removed it, so that undo can restore it. */
export const REPLACED_IMAGE_KEPT_MS = 24 * 60 * 60 * 1000;
/** How long the key of a deleted image is blocked, because a second deletion task may still run. */
export const DELETED_IMAGE_BLOCKED_MS = 24 * 60 * 60 * 1000;
/** How long a deleted account's uid is blocked. Its ID tokens are valid for at most an hour. */
export const DELETED_UID_BLOCKED_MS = 24 * 60 * 60 * 1000;
/** The oldest replica that a browser continues. An older one may have missed a purged tombstone, so everything is read again. */
export const REPLICA_MAX_AGE_DAYS = 25;

/** The version of a snapshot's format. A reader refuses all others. */
export const SNAPSHOT_SCHEMA = 1;
/** The most bytes of a part, because one document stores it. */
export const SNAPSHOT_PART_MAX_BYTES = 900_000;
/** The most bytes of a snapshot, because one commit writes all parts. */
export const SNAPSHOT_MAX_BYTES = 9_000_000;
/** The fewest links of a library with a snapshot. */
export const SNAPSHOT_MIN_LINKS = 500;
/** A browser that has read more newer documents than this asks for a new snapshot. So does an action with this many changes. */
export const SNAPSHOT_MIN_CHANGES = 500;
/** How long a snapshot is stored. Its readers refuse it after `REPLICA_MAX_AGE_DAYS`. */
export const SNAPSHOT_DAYS = 30;
/** The shortest time between two snapshots of a library. */
export const SNAPSHOT_INTERVAL_MS = 60 * 60 * 1000;
/** How long no snapshot is tried after a library was too large for one, or could not be read. */
export const SNAPSHOT_REFUSED_MS = 7 * 24 * 60 * 60 * 1000;
/**
 * A document's timestamp is the start of its write, but the document becomes visible only when the write is done. So an older
 * document can arrive after a newer one. Queries for newer documents therefore start this much earlier (docs/decisions/006).
 */
export const IN_FLIGHT_MS = 10_000;
/** A commit that waits for locks can become visible this much later. Queries that can afford it start this much earlier. */
export const LATE_COMMIT_MS = 5 * 60_000;
