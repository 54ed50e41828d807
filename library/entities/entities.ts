import * as z from 'zod/mini';

import { answered, stored } from './derive.ts';
import { dateSchema, id, objectKind } from './field.ts';
import { idSchema } from './fields.ts';
import { FOLDER, FOLDER_DETAILS } from './folder.ts';
import { LINK, PAGE_DETAILS } from './link.ts';
import { ACCOUNT_FIELDS, USER_FIELDS } from './user.ts';

export const linkSchema = z.omit(
  // An API of an earlier version answers without the details of the page.
  z.object({ ...answered(LINK.key), ...answered(LINK.fields), ...stored(PAGE_DETAILS) }),
  { distinct_from: true },
);
export type Link = z.infer<typeof linkSchema>;

export const folderSchema = z.omit(
  // An API of an earlier version answers without the details.
  z.object({ ...answered(FOLDER.key), ...answered(FOLDER.fields), ...stored(FOLDER_DETAILS) }),
  { created_at: true },
);
export type Folder = z.infer<typeof folderSchema>;

export const MEMBERSHIP = { key: { folder_link_id: id, folder_id: id, link_id: id }, fields: {} };
export const folderLinkSchema = z.object(answered(MEMBERSHIP.key));
export type FolderLink = z.infer<typeof folderLinkSchema>;

export const FAVORITE = { key: { object_id: id, object_type: objectKind }, fields: {} };
export const favoriteSchema = z.object(answered(FAVORITE.key));
export type Favorite = z.infer<typeof favoriteSchema>;

export const userSchema = z.object({ user_id: z.string(), ...answered(USER_FIELDS) });
export type User = z.infer<typeof userSchema>;

export const authUserSchema = z.extend(userSchema, {
  ...answered(ACCOUNT_FIELDS),
  email_verified: z.boolean(),
  created_at: dateSchema,
});
export type AuthUser = z.infer<typeof authUserSchema>;

/** The ids of the documents that a deletion forever has removed. */
export const deletedSchema = z.object({
  link_ids: z.array(idSchema),
  folder_ids: z.array(idSchema),
  folder_links: z.array(folderLinkSchema),
  favorites: z.array(favoriteSchema),
});
export type Deleted = z.infer<typeof deletedSchema>;
