import { editedText, serverText } from './field.ts';
import { textField } from './fields.ts';
import { DISPLAY_NAME_MAX_LENGTH, TIME_ZONE_MAX_LENGTH } from './limits.ts';

/** What every call about a user answers. */
export const USER_FIELDS = {
  display_name: editedText(textField('display_name', DISPLAY_NAME_MAX_LENGTH)),
  /** A file below the avatars path, or empty. Always empty so far: no call sets it and no screen shows it. */
  avatar: serverText,
};

/** What only the user's own calls answer. */
export const ACCOUNT_FIELDS = {
  email: serverText,
  time_zone_abbreviation: editedText(textField('time_zone_abbreviation', TIME_ZONE_MAX_LENGTH)),
};
