import { editedText, serverText } from './field.ts';
import { textField } from './fields.ts';
import { DISPLAY_NAME_MAX_LENGTH, TIME_ZONE_MAX_LENGTH } from './limits.ts';

/** The fields that every call about a user returns. */
export const USER_FIELDS = {
  display_name: editedText(textField('display_name', DISPLAY_NAME_MAX_LENGTH)),
  /** A file below the avatars path, or empty. Always empty so far, because no call sets it and no screen shows it. */
  avatar: serverText,
};

/** The fields that only calls of the user's own account return. */
export const ACCOUNT_FIELDS = {
  email: serverText,
  time_zone_abbreviation: editedText(textField('time_zone_abbreviation', TIME_ZONE_MAX_LENGTH)),
};
