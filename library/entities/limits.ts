/** The limits and constants of the domain: those of the specification's section 9 and our own. */

export const STATUS_ACTIVE = 1;
export const STATUS_TRASHED = 2;
/** The `parent_folder_id` of a folder at the root. */
export const ROOT_FOLDER_ID = 0;

/** Lengths in UTF-16 units, after trimming. */
export const URL_MAX_LENGTH = 8192;
export const LINK_NAME_MAX_LENGTH = 1000;
export const NOTE_MAX_LENGTH = 4000;
export const PAGE_TITLE_MAX_LENGTH = 300;
export const DESCRIPTION_MAX_LENGTH = 300;
export const FOLDER_NAME_MAX_LENGTH = 300;
export const DISPLAY_NAME_MAX_LENGTH = 200;
export const TIME_ZONE_MAX_LENGTH = 64;
/** The format of an `Idempotency-Key`. */
export const REQUEST_KEY = /^[\w-]{8,64}$/;
/** The most links that one link can have marked as no duplicates. */
export const DISTINCT_LINKS_MAX_COUNT = 1000;
export const IMPORT_LINKS_MAX_COUNT = 200_000;
export const IMPORT_FOLDERS_MAX_COUNT = 20_000;
export const IMPORT_MEMBERSHIPS_MAX_COUNT = 1_000_000;
/** A file's folders below this depth become part of the deepest allowed one. */
export const IMPORT_FOLDERS_MAX_DEPTH = 200;
