import { edited, type Values } from './derive.ts';
import { editedText, iconKey, id, ids, imageKey, serverText, status, time } from './field.ts';
import { requiredTextField, textField } from './fields.ts';
import { LINK_NAME_MAX_LENGTH, NOTE_MAX_LENGTH, URL_MAX_LENGTH } from './limits.ts';
import { completeUrl } from './link-url.ts';
import { ENTITY_MESSAGES } from './messages.ts';

const { urlMissing, nameMissing } = ENTITY_MESSAGES;

/** The order is that of a row: a new field comes last (docs/decisions/024). */
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
    /** When the link was added, here or in the library that it was imported from. */
    created_at: time,
    /** What the person wrote about the link. Can have several lines. */
    note: editedText(textField('note', NOTE_MAX_LENGTH)),
    /**
     * The links that a person said are no duplicates of this one. Only one link of such a pair names the other, and the API does
     * not answer it.
     */
    distinct_from: ids,
  },
};

const { url: _url, name: _name, status_id: _status, ...details } = edited(LINK.fields);

/** What a person can write about a link beside its url and name. Imports, exports and merges carry it. */
export const LINK_DETAILS = details;
export type LinkDetails = Values<typeof LINK_DETAILS>;
