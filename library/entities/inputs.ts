import * as z from 'zod/mini';

import { edits, guards } from './derive.ts';
import { FOLDER } from './folder.ts';
import { LINK } from './link.ts';
import { ACCOUNT_FIELDS, USER_FIELDS } from './user.ts';

export const url = () => LINK.fields.url.edit;
export const folderName = () => FOLDER.fields.name.edit;

/** The fields that a user can edit. A call changes only the fields that it contains. */
export const linkEdits = edits(LINK.fields);
export const folderEdits = edits(FOLDER.fields);
export const userEdits = { ...edits(USER_FIELDS), ...edits(ACCOUNT_FIELDS) };

/**
 * The values that the fields had when the user made the change. A field with another value now is left alone, so that a late
 * change does not overwrite a newer one.
 */
export const linkGuard = z.exactOptional(z.object(guards(LINK.fields)));
export const folderGuard = z.exactOptional(z.object(guards(FOLDER.fields)));
export const userGuard = z.exactOptional(z.object({ ...guards(USER_FIELDS), ...guards(ACCOUNT_FIELDS) }));
