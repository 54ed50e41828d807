import * as z from 'zod/mini';

import { guards, missing, optional, type Values } from '#library/entities/derive.ts';
import { objectKindSchema, textField } from '#library/entities/fields.ts';
import { FOLDER } from '#library/entities/folder.ts';
import { folderEdits, linkEdits } from '#library/entities/inputs.ts';
import { LINK, PAGE_DETAILS } from '#library/entities/link.ts';
import { LINK_NAME_MAX_LENGTH } from '#library/entities/limits.ts';
import { domainOf } from '#library/entities/link-url.ts';
import { ACCOUNT_FIELDS, USER_FIELDS } from '#library/entities/user.ts';

/** The range of dates that Firestore can store, in microseconds. */
const FIRST_MICROS = Date.parse('0001-01-01T00:00:00Z') * 1000;
const LAST_MICROS = Date.parse('9999-12-31T23:59:59.999Z') * 1000;

/**
 * Not z.int, because dates before 1684 and after 2255 exceed the safe integers in microseconds. They are exact to the
 * millisecond.
 */
const micros = z
  .number('created_at must be a whole number.')
  .check(
    z.refine(Number.isInteger, 'created_at must be a whole number.'),
    z.minimum(FIRST_MICROS, 'created_at must be in the years 1 to 9999.'),
    z.maximum(LAST_MICROS, 'created_at must be in the years 1 to 9999.'),
  );
const empty = (name: string) => z.exactOptional(z.literal('', `${name} must be empty.`));
const place = z.int('parent_folder_id must be a whole number, 0 for the root.');

/** The fields of a link that a change can set. `withValues` derives the other fields from them. */
const linkValues = z.object({
  ...guards(LINK.fields),
  ...optional(PAGE_DETAILS),
  created_at: z.exactOptional(micros),
});
const folderValues = z.object({ ...guards(FOLDER.fields), parent_folder_id: z.exactOptional(place) });
const userValues = z.object({ ...guards(USER_FIELDS), ...guards(ACCOUNT_FIELDS) });

export type LinkValues = z.infer<typeof linkValues>;
export type FolderValues = z.infer<typeof folderValues>;
export type UserValues = z.infer<typeof userValues>;

/** Like `linkValues`, but for values that an undo sets, which must be valid. */
const linkRestored = z.object({
  ...linkEdits,
  name: z.exactOptional(textField('name', LINK_NAME_MAX_LENGTH)),
  /** Only a merge sets these without a single call, and only on a link that has none. */
  image_s3_key: empty('image_s3_key'),
  description: empty('description'),
  picture_s3_key: empty('picture_s3_key'),
  created_at: z.exactOptional(micros),
});
const folderRestored = z.object({ ...folderEdits, parent_folder_id: z.exactOptional(place) });

const reference = z.int().check(z.refine((id) => id !== 0, 'An id must not be 0.'));
const linkKey = z.object({ link_id: reference });
const folderKey = z.object({ folder_id: reference });
const memberKey = z.object({ link_id: reference, folder_id: reference });
const favoriteKey = z.object({ object_type: objectKindSchema, object_id: reference });
const distinctKey = z.object({ link_id: reference, other_id: reference });
/** The link that a merge has merged. Its edit is reverted only while that link exists. */
const whileLink = z.exactOptional(reference);
const nothing = z.object({});
const unknownMember = z.object({ folder_link_id: z.literal(0) });

const favoriteEdit = z.object({
  table: z.literal('favorites'),
  key: favoriteKey,
  before: z.nullable(nothing),
  after: z.nullable(nothing),
  while_link: whileLink,
});
const distinctEdit = z.object({
  table: z.literal('distinct'),
  key: distinctKey,
  before: z.nullable(nothing),
  after: z.nullable(nothing),
});

/**
 * The effect of a change on one record: only the fields that differ. `before` is null if the change created the record, `after`
 * if it deleted the record. A pair of `distinct` is a record here; Firestore stores it in the link.
 */
const storedEditSchema = z.discriminatedUnion('table', [
  z.object({
    table: z.literal('links'),
    key: linkKey,
    before: z.nullable(linkValues),
    after: z.nullable(linkValues),
    /** Set if the record was deleted forever, so that nothing can restore it. */
    forever: z.exactOptional(z.literal(true)),
    while_link: whileLink,
    name: z.exactOptional(z.string()),
  }),
  z.object({
    table: z.literal('folders'),
    key: folderKey,
    before: z.nullable(folderValues),
    after: z.nullable(folderValues),
    forever: z.exactOptional(z.literal(true)),
    name: z.exactOptional(z.string()),
  }),
  z.object({
    table: z.literal('folder_links'),
    key: memberKey,
    /** The server's id of the membership. 0 until the server has assigned it. */
    before: z.nullable(z.object({ folder_link_id: z.int() })),
    after: z.nullable(z.object({ folder_link_id: z.int() })),
    while_link: whileLink,
  }),
  favoriteEdit,
  distinctEdit,
  z.object({ table: z.literal('users'), key: nothing, before: userValues, after: userValues }),
]);
export const storedEditsSchema = z.array(storedEditSchema);
export type Edit = z.infer<typeof storedEditSchema>;
export type EditOf<T extends Edit['table']> = Extract<Edit, { table: T }>;

/**
 * An edit that a client asks to revert. A client can choose no ids: it can't create a link or folder, so `after` is not null
 * there. Nor can it choose the id of a membership.
 */
export const revertedEditSchema = z.discriminatedUnion('table', [
  z.object({
    table: z.literal('links'),
    key: linkKey,
    before: z.nullable(linkRestored),
    after: linkValues,
    while_link: whileLink,
  }),
  z.object({
    table: z.literal('folders'),
    key: folderKey,
    before: z.nullable(folderRestored),
    after: folderValues,
  }),
  z.object({
    table: z.literal('folder_links'),
    key: memberKey,
    before: z.nullable(unknownMember),
    after: z.nullable(unknownMember),
    while_link: whileLink,
  }),
  favoriteEdit,
  distinctEdit,
]);
export type RevertedEdit = z.output<typeof revertedEditSchema>;

/** The edit that undoes this one. */
export function flipped(edit: Edit): Edit {
  return Object.assign({ ...edit }, { before: edit.after, after: edit.before });
}

const NO_PAGE = missing(PAGE_DETAILS);

interface SiteFields extends Values<typeof PAGE_DETAILS> {
  readonly url: string;
  readonly domain_name: string;
  readonly favicon_key: string;
  readonly favicon_url: string;
}

/** A link with changed values, and with the fields that depend on them. */
export function withValues<L extends SiteFields>(link: L, values: Partial<NoInfer<L>>): L {
  const { url } = values;
  if (url === undefined || url === link.url) return { ...link, ...values };
  const domain_name = domainOf(url);
  // The icon of another site would mislead until the page has been read.
  const icon = domain_name === link.domain_name ? {} : { favicon_key: '', favicon_url: '' };
  return { ...link, ...NO_PAGE, ...values, domain_name, ...icon };
}
