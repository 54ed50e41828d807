import type { Values } from './derive.ts';
import { editedText, id, imageKey, parent, status, time } from './field.ts';
import { requiredTextField } from './fields.ts';
import { folderIconField } from './folder-icon.ts';
import { FOLDER_NAME_MAX_LENGTH } from './limits.ts';
import { ENTITY_MESSAGES } from './messages.ts';

/** The user's details of a folder besides its name and place. Creations, imports and exports include them. */
export const FOLDER_DETAILS = {
  /** An emoji or the name of a color, which is shown instead of the image. */
  icon: editedText(folderIconField()),
};
export type FolderDetails = Values<typeof FOLDER_DETAILS>;

/** The order of the fields is that of a row, so a new field must come last (docs/decisions/024). */
export const FOLDER = {
  key: { folder_id: id },
  fields: {
    name: editedText(requiredTextField('name', ENTITY_MESSAGES.nameMissing, FOLDER_NAME_MAX_LENGTH)),
    status_id: status,
    parent_folder_id: parent,
    image_s3_key: imageKey,
    /** The API does not return this field. */
    created_at: time,
    ...FOLDER_DETAILS,
  },
};
