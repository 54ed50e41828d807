import * as z from 'zod/mini';

import { requiredTextField, statusField, textField } from './fields.ts';
import {
  DISPLAY_NAME_MAX_LENGTH,
  FOLDER_NAME_MAX_LENGTH,
  LINK_NAME_MAX_LENGTH,
  NOTE_MAX_LENGTH,
  ROOT_FOLDER_ID,
  TIME_ZONE_MAX_LENGTH,
  URL_MAX_LENGTH,
} from './limits.ts';
import { completeUrl } from './link-url.ts';
import { ENTITY_MESSAGES } from './messages.ts';

const FIRST_DATE = new Date('0001-01-01T00:00:00Z');
const LAST_DATE = new Date('9999-12-31T23:59:59.999Z');

export const url = () => requiredTextField('url', ENTITY_MESSAGES.urlMissing, URL_MAX_LENGTH, completeUrl);
export const noteField = () => textField('note', NOTE_MAX_LENGTH);
export const folderName = () =>
  requiredTextField('name', ENTITY_MESSAGES.nameMissing, FOLDER_NAME_MAX_LENGTH);

/** 0 and null both mean the root. */
export const parentFolderId = () => {
  const message = 'parent_folder_id must be a whole number, 0 for the root.';
  return z.pipe(
    z.nullable(z.int(message).check(z.nonnegative(message))),
    z.transform((id) => id ?? ROOT_FOLDER_ID),
  );
};

/**
 * The fields of a link that a person can edit. A call changes only the given ones. `exactOptional`: a field that is given as
 * undefined would be an edit without a value.
 */
export const linkEdits = {
  url: z.exactOptional(url()),
  name: z.exactOptional(requiredTextField('name', ENTITY_MESSAGES.nameMissing, LINK_NAME_MAX_LENGTH)),
  status_id: z.exactOptional(statusField()),
  note: z.exactOptional(noteField()),
};

export const folderEdits = {
  name: z.exactOptional(folderName()),
  status_id: z.exactOptional(statusField()),
};

export const userEdits = {
  display_name: z.exactOptional(textField('display_name', DISPLAY_NAME_MAX_LENGTH)),
  time_zone_abbreviation: z.exactOptional(textField('time_zone_abbreviation', TIME_ZONE_MAX_LENGTH)),
};

const earlierText = z.exactOptional(z.string('if must hold the earlier values of fields.'));

/**
 * The values that fields had when the change was made. A field that has another value now is left alone, so that a change
 * which is sent late does not overwrite a newer one.
 */
export const linkGuard = z.exactOptional(
  z.object({
    url: earlierText,
    name: earlierText,
    status_id: z.exactOptional(statusField()),
    image_s3_key: earlierText,
    note: earlierText,
  }),
);
export const folderGuard = z.exactOptional(
  z.object({
    name: earlierText,
    status_id: z.exactOptional(statusField()),
    parent_folder_id: z.exactOptional(parentFolderId()),
    image_s3_key: earlierText,
  }),
);
export const userGuard = z.exactOptional(
  z.object({ display_name: earlierText, time_zone_abbreviation: earlierText }),
);

/** Firestore stores no other dates. True for an invalid date, which has an error of its own. */
function isStorableDate(text: string): boolean {
  const date = new Date(text);
  return !(date < FIRST_DATE || date > LAST_DATE);
}

/** The values that a merge can give a link. */
export const mergedValues = z.object({
  name: earlierText,
  note: earlierText,
  /** As an ISO date. */
  created_at: z.exactOptional(
    z.iso
      .datetime('created_at must be an ISO date.')
      .check(z.refine(isStorableDate, 'created_at must be in the years 1 to 9999.')),
  ),
  image_s3_key: earlierText,
});

/** The values that the undo of a merge sets again. A merge gives an image only to a link without one. */
export const unmergedValues = z.extend(mergedValues, {
  name: z.exactOptional(textField('name', LINK_NAME_MAX_LENGTH)),
  note: z.exactOptional(noteField()),
  image_s3_key: z.exactOptional(z.literal('', 'image_s3_key must be empty.')),
});
