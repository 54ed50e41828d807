import { edited, type Values } from './derive.ts';
import { editedText, iconKey, id, ids, imageKey, serverText, status, time } from './field.ts';
import { requiredTextField, textField } from './fields.ts';
import { LINK_NAME_MAX_LENGTH, NOTE_MAX_LENGTH, URL_MAX_LENGTH } from './limits.ts';
import { completeUrl } from './link-url.ts';
import { ENTITY_MESSAGES } from './messages.ts';

const { urlMissing, nameMissing } = ENTITY_MESSAGES;

/** What jobs have read from the page of a link. A new url empties these fields, and a merge fills in empty ones. */
export const PAGE_DETAILS = {
  /** What the page says about itself, in one line. */
  description: serverText,
  /** The key of the page's picture, or empty. */
  picture_s3_key: iconKey,
};

/** The order of the fields is that of a row, so a new field must come last (docs/decisions/024). */
export const LINK = {
  key: { link_id: id },
  fields: {
    url: editedText(requiredTextField('url', urlMissing, URL_MAX_LENGTH, completeUrl)),
    name: editedText(requiredTextField('name', nameMissing, LINK_NAME_MAX_LENGTH)),
    status_id: status,
    image_s3_key: imageKey,
    favicon_key: iconKey,
    favicon_url: serverText,
    domain_name: serverText,
    /** When the link was added, in this library or in the one it was imported from. */
    created_at: time,
    /** The user's note about the link. It can have several lines. */
    note: editedText(textField('note', NOTE_MAX_LENGTH)),
    /**
     * The links that the user has marked as no duplicates of this one. Only one link of a pair stores the mark. The API does not
     * return this field.
     */
    distinct_from: ids,
    ...PAGE_DETAILS,
  },
};

const { url: _url, name: _name, status_id: _status, ...details } = edited(LINK.fields);

/** The user's details of a link besides its url and name. Imports, exports and merges include them. */
export const LINK_DETAILS = details;
export type LinkDetails = Values<typeof LINK_DETAILS>;
