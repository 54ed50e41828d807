import * as z from 'zod/mini';

import { edits, guards } from './derive.ts';
import { textField } from './fields.ts';
import { FOLDER } from './folder.ts';
import { LINK_NAME_MAX_LENGTH } from './limits.ts';
import { LINK } from './link.ts';
import { ACCOUNT_FIELDS, USER_FIELDS } from './user.ts';

const FIRST_DATE = new Date('0001-01-01T00:00:00Z');
const LAST_DATE = new Date('9999-12-31T23:59:59.999Z');

export const url = () => LINK.fields.url.edit;
export const folderName = () => FOLDER.fields.name.edit;

/** The fields that a person can edit. A call changes only the given ones. */
export const linkEdits = edits(LINK.fields);
export const folderEdits = edits(FOLDER.fields);
export const userEdits = { ...edits(USER_FIELDS), ...edits(ACCOUNT_FIELDS) };

/**
 * The values that fields had when the change was made. A field that has another value now is left alone, so that a change
 * which is sent late does not overwrite a newer one.
 */
const linkGuards = guards(LINK.fields);
export const linkGuard = z.exactOptional(z.object(linkGuards));
export const folderGuard = z.exactOptional(z.object(guards(FOLDER.fields)));
export const userGuard = z.exactOptional(z.object({ ...guards(USER_FIELDS), ...guards(ACCOUNT_FIELDS) }));

/** Firestore stores no other dates. True for an invalid date, which has an error of its own. */
function isStorableDate(text: string): boolean {
  const date = new Date(text);
  return !(date < FIRST_DATE || date > LAST_DATE);
}

/** The values that a merge can give a link. */
export const mergedValues = z.object({
  name: linkGuards.name,
  note: linkGuards.note,
  /** As an ISO date. */
  created_at: z.exactOptional(
    z.iso
      .datetime('created_at must be an ISO date.')
      .check(z.refine(isStorableDate, 'created_at must be in the years 1 to 9999.')),
  ),
  image_s3_key: linkGuards.image_s3_key,
});

/** The values that the undo of a merge sets again. A merge gives an image only to a link without one. */
export const unmergedValues = z.extend(mergedValues, {
  name: z.exactOptional(textField('name', LINK_NAME_MAX_LENGTH)),
  note: linkEdits.note,
  image_s3_key: z.exactOptional(z.literal('', 'image_s3_key must be empty.')),
});
