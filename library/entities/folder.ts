import { editedText, id, imageKey, parent, status, time } from './field.ts';
import { requiredTextField } from './fields.ts';
import { FOLDER_NAME_MAX_LENGTH } from './limits.ts';
import { ENTITY_MESSAGES } from './messages.ts';

/** The order is that of a row: a new field comes last (docs/decisions/024). */
export const FOLDER = {
  key: { folder_id: id },
  fields: {
    name: editedText(requiredTextField('name', ENTITY_MESSAGES.nameMissing, FOLDER_NAME_MAX_LENGTH)),
    status_id: status,
    parent_folder_id: parent,
    image_s3_key: imageKey,
    /** The API does not answer it. */
    created_at: time,
  },
};
