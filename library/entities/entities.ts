import * as z from 'zod/mini';

import { idSchema, objectKindSchema, statusSchema } from './fields.ts';

/** An ISO date string in JSON, a Date in code. */
const dateSchema = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const linkSchema = z.object({
  link_id: idSchema,
  url: z.string(),
  name: z.string(),
  status_id: statusSchema,
  /** The full key of the uploaded image, or empty. */
  image_s3_key: z.string(),
  favicon_key: z.string(),
  favicon_url: z.string(),
  domain_name: z.string(),
  /** What the person wrote about the link. Can have several lines. An older API does not answer it. */
  note: z.prefault(z.string(), ''),
  /** When the link was added, here or in the library that it was imported from. An older API does not answer it. */
  created_at: z.prefault(dateSchema, '1970-01-01T00:00:00Z'),
});
export type Link = z.infer<typeof linkSchema>;

export const folderSchema = z.object({
  folder_id: idSchema,
  name: z.string(),
  status_id: statusSchema,
  /** 0 for the root. */
  parent_folder_id: z.int().check(z.nonnegative()),
  image_s3_key: z.string(),
});
export type Folder = z.infer<typeof folderSchema>;

export const folderLinkSchema = z.object({
  folder_link_id: idSchema,
  folder_id: idSchema,
  link_id: idSchema,
});
export type FolderLink = z.infer<typeof folderLinkSchema>;

export const favoriteSchema = z.object({
  object_id: idSchema,
  object_type: objectKindSchema,
});
export type Favorite = z.infer<typeof favoriteSchema>;

export const userSchema = z.object({
  user_id: z.string(),
  display_name: z.string(),
  /** A file below the avatars path, or empty. Always empty so far: no call sets it and no screen shows it. */
  avatar: z.string(),
});
export type User = z.infer<typeof userSchema>;

export const authUserSchema = z.extend(userSchema, {
  email: z.string(),
  email_verified: z.boolean(),
  time_zone_abbreviation: z.string(),
  created_at: dateSchema,
});
export type AuthUser = z.infer<typeof authUserSchema>;

/** The documents that a permanent deletion removed. */
export const deletedSchema = z.object({
  link_ids: z.array(idSchema),
  folder_ids: z.array(idSchema),
  folder_links: z.array(folderLinkSchema),
  favorites: z.array(favoriteSchema),
});
export type Deleted = z.infer<typeof deletedSchema>;
