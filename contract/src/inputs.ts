import * as z from 'zod/mini';

import { edits } from '@foldmark/library/entities/derive';
import { FOLDER_DETAILS } from '@foldmark/library/entities/folder';
import { idField, parentFolderId, requiredTextField, textField } from '@foldmark/library/entities/fields';
import {
  folderEdits,
  folderGuard,
  folderName,
  linkEdits,
  linkGuard,
  url,
  userEdits,
  userGuard,
} from '@foldmark/library/entities/inputs';
import { ROOT_FOLDER_ID, TIME_ZONE_MAX_LENGTH } from '@foldmark/library/entities/limits';
import { TRASH_IDS_MAX_COUNT } from './limits.ts';
import { MESSAGES } from './messages.ts';

const UID_MAX_LENGTH = 128;
const EMAIL_MAX_LENGTH = 320;
const SOLUTION_MAX_LENGTH = 8192;
const BUCKET_MAX_LENGTH = 63;
const KEY_MAX_LENGTH = 1024;

export const nothingSchema = z.object({});

export const loginRegisterSchema = z.object({
  uid: textField('uid', UID_MAX_LENGTH),
  /** Ignored, because the server uses the address in the token. */
  email: z.optional(z.nullable(textField('email', EMAIL_MAX_LENGTH))),
  time_zone_abbreviation: z.prefault(textField('time_zone_abbreviation', TIME_ZONE_MAX_LENGTH), ''),
  bot_check: z.optional(textField('bot_check', SOLUTION_MAX_LENGTH)),
  /** After the failure `earlierLibrary`, true keeps the library. `/users/delete/` with `only_disputed` deletes it. */
  keep_earlier: z.optional(z.boolean('keep_earlier must be true or false.')),
});

export const userDeleteSchema = z.object({
  only_disputed: z.optional(z.boolean('only_disputed must be true or false.')),
});

export const linkIdSchema = z.object({ link_id: idField('link_id') });
export const folderIdSchema = z.object({ folder_id: idField('folder_id') });
export const membershipSchema = z.object({ folder_id: idField('folder_id'), link_id: idField('link_id') });

export const linkCreateSchema = z.object({ url: url() });

export const userUpdateSchema = z.object({ ...userEdits, if: userGuard });

export const linkUpdateSchema = z.object({
  link_id: idField('link_id'),
  ...linkEdits,
  /** Ignored, because the server derives the domain from the url. */
  domain_name: z.optional(z.unknown()),
  if: linkGuard,
});

export const folderCreateSchema = z.object({
  name: folderName(),
  parent_folder_id: z.prefault(parentFolderId(), ROOT_FOLDER_ID),
  ...edits(FOLDER_DETAILS),
});

export const folderUpdateSchema = z.object({
  folder_id: idField('folder_id'),
  ...folderEdits,
  if: folderGuard,
});

export const folderMoveSchema = z.object({
  folder_id: idField('folder_id'),
  parent_folder_id: parentFolderId(),
  if: folderGuard,
});

/** Accepts both forms in the specification: `object_id` with `object_type`, and `folder_id` with the kind 'folder'. */
export const favoriteToggleSchema = z.pipe(
  z.object({
    object_id: z.optional(idField('object_id')),
    folder_id: z.optional(idField('folder_id')),
    link_id: z.optional(idField('link_id')),
    object_type: z.optional(kindField('object_type')),
    kind: z.optional(kindField('kind')),
    is_favorite: z.optional(z.boolean('is_favorite must be true or false.')),
  }),
  z.transform(({ object_id, folder_id, link_id, object_type, kind, is_favorite }, payload) => {
    const type = object_type ?? kind;
    const id = object_id ?? (type === 'link' ? link_id : folder_id);
    if (type === undefined) addIssue(payload, "object_type must be 'link' or 'folder'.");
    if (id === undefined) addIssue(payload, 'object_id must be a whole number above 0.');
    return type === undefined || id === undefined
      ? z.NEVER
      : { favorite: { object_type: type, object_id: id }, is_favorite };
  }),
);

export const trashEmptySchema = z.object({
  link_ids: z.optional(idList('link_ids', 'link_id')),
  folder_ids: z.optional(idList('folder_ids', 'folder_id')),
});

const imageLocation = {
  s3_bucket: z.optional(textField('s3_bucket', BUCKET_MAX_LENGTH)),
  s3_key: z.optional(textField('s3_key', KEY_MAX_LENGTH)),
  bucket: z.optional(textField('bucket', BUCKET_MAX_LENGTH)),
  key: z.optional(textField('key', KEY_MAX_LENGTH)),
};

export const linkImageSchema = imageOf(
  z.object({ link_id: idField('link_id'), ...imageLocation, if: linkGuard }),
);
export const folderImageSchema = imageOf(
  z.object({ folder_id: idField('folder_id'), ...imageLocation, if: folderGuard }),
);

export const uploadGrantSchema = z.object({
  s3_key: requiredTextField('s3_key', MESSAGES.fileRequired, KEY_MAX_LENGTH),
});

type ImageLocation = Readonly<z.output<z.ZodMiniObject<typeof imageLocation>>>;

/** Accepts both forms in the specification: `s3_bucket` with `s3_key`, and `bucket` with `key`. Empty values remove the image. */
function imageOf<Given extends ImageLocation, Sent>(schema: z.ZodMiniType<Given, Sent>) {
  return z.pipe(
    schema,
    z.transform(({ bucket, key, s3_bucket = bucket, s3_key = key, ...others }: Given, payload) => {
      if (s3_bucket === undefined || s3_key === undefined || (s3_bucket === '') !== (s3_key === '')) {
        addIssue(payload, MESSAGES.fileRequired);
      }
      return { ...others, s3_bucket: s3_bucket ?? '', s3_key: s3_key ?? '' };
    }),
  );
}

function idList(name: string, each: string) {
  return z
    .array(idField(each), `${name} must be a list.`)
    .check(z.maxLength(TRASH_IDS_MAX_COUNT, `${name} can have at most ${TRASH_IDS_MAX_COUNT} entries.`));
}

function kindField(name: string) {
  return z.enum(['link', 'folder'], `${name} must be 'link' or 'folder'.`);
}

function addIssue(payload: z.core.ParsePayload, message: string): void {
  payload.issues.push({ code: 'custom', message, input: payload.value });
}

export const libraryChangesInputSchema = z.object({
  /** `since` of an earlier answer. Without it, the answers give the whole library. */
  since: z.exactOptional(z.string('since must be text.').check(z.maxLength(1000, 'since is too long.'))),
});

export const snapshotCreateSchema = z.object({
  /** The timestamp of the snapshot that the browser has found, whether it was usable or not. */
  found_at: z.exactOptional(z.iso.datetime('found_at must be an ISO date in UTC.')),
});
