/** The numbers of the product: the specification's section 9, and what we decided where it is silent. */

export const STATUS_ACTIVE = 1;
export const STATUS_TRASHED = 2;

/** `parent_folder_id` of a folder that stands at the top. */
export const ROOT_FOLDER_ID = 0;

export const NEW_LINK_HIGHLIGHT_MS = 1500;
export const CLOCK_REFRESH_MS = 10_000;

export const LEFT_RAIL_DEFAULT_PERCENT = 15;
export const LAYOUT_SAVE_DELAY_MS = 100;
export const RESIZE_HIT_AREA_COARSE_PX = 15;
export const RESIZE_HIT_AREA_FINE_PX = 5;
export const RESIZE_STEP_PERCENT = 10;
export const RESIZE_STEP_SHIFT_PERCENT = 100;

export const PASSWORD_MIN_LENGTH = 6;

export const UPLOADS_PREFIX_PRODUCTION = 'prod/uploads/';
export const UPLOADS_PREFIX_DEVELOPMENT = 'dev/uploads/';
export const UPLOAD_MAX_BYTES = 5 * 1024 * 1024;
/** A larger image is scaled down to this before it is uploaded. */
export const IMAGE_MAX_EDGE_PX = 1024;
/** What the browser takes to scale down; beyond it decoding takes more memory than a phone has. */
export const IMAGE_SOURCE_MAX_BYTES = 50 * 1024 * 1024;
/** How many images one person may upload in a day of UTC. */
export const UPLOADS_A_DAY = 200;
export const AWS_REGION = 'us-east-1';

/** Lengths in UTF-16 units, after trimming. */
export const URL_MAX_LENGTH = 8192;
export const LINK_NAME_MAX_LENGTH = 1000;
export const PAGE_TITLE_MAX_LENGTH = 300;
export const FOLDER_NAME_MAX_LENGTH = 300;
export const DISPLAY_NAME_MAX_LENGTH = 200;
export const TIME_ZONE_MAX_LENGTH = 64;

export const REQUEST_MAX_BYTES = 1024 * 1024;
/** Of how many new things the keys of their requests are remembered, so that a repeat makes nothing twice. */
export const REQUEST_KEYS_KEPT = 64;
/** How many links, and how many folders, one call of /trash/empty/ can name. */
export const TRASH_IDS_MAX_COUNT = 500;
/** No request of ours nests deeper than two; the limit keeps a hostile body from exhausting the stack. */
export const REQUEST_MAX_DEPTH = 16;

/** How long the trace of a deleted document stays, so that every replica hears of it. */
export const TOMBSTONE_DAYS = 30;
/** How long a deleted image's key can't be given to anything: a second deletion may still be on its way to it. */
export const DELETED_IMAGE_BARRED_MS = 24 * 60 * 60 * 1000;
/** How long a deleted account's uid stays barred: its ID tokens hold for an hour, and no longer. */
export const DELETED_UID_BARRED_MS = 24 * 60 * 60 * 1000;
/** A replica older than this reads everything anew: it might have missed a purged tombstone. */
export const REPLICA_MAX_AGE_DAYS = 25;
