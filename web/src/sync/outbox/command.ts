import type { Input } from '@foldmark/contract/endpoints';
import { objectKindSchema, statusSchema } from '@foldmark/contract/fields';
import * as z from 'zod/mini';

/** A change by the user, as the outbox stores it. A later page can rebuild and resend the change from it. */
export type Command = z.infer<typeof commandSchema>;

export type CommandOf<What extends Command['what']> = Extract<Command, { what: What }>;

/** Links and folders are referred to by their key in the library. */
const key = z.int();

/** With it, tsc reports an editable field that a schema below lacks. */
type SchemaPerField<Body, Fixed> = Readonly<Record<Exclude<keyof Body, Fixed>, z.ZodMiniType>>;

const linkEditsSchema = z.object({
  url: z.optional(z.string()),
  name: z.optional(z.string()),
  status_id: z.optional(statusSchema),
} satisfies SchemaPerField<Input<'/links/update/'>, 'link_id' | 'domain_name'>);

const folderEditsSchema = z.object({
  name: z.optional(z.string()),
  status_id: z.optional(statusSchema),
} satisfies SchemaPerField<Input<'/folders/update/'>, 'folder_id'>);

/** Two empty strings remove the image. */
const image = { s3_bucket: z.string(), s3_key: z.string() };

export const commandSchema = z.discriminatedUnion('what', [
  z.object({ what: z.literal('create-link'), link: key, url: z.string() }),
  z.object({ what: z.literal('update-link'), link: key, edits: linkEditsSchema }),
  z.object({ what: z.literal('delete-link'), link: key }),
  z.object({ what: z.literal('set-link-image'), link: key, ...image }),
  z.object({ what: z.literal('create-folder'), folder: key, name: z.string(), parent: key }),
  z.object({ what: z.literal('update-folder'), folder: key, edits: folderEditsSchema }),
  z.object({ what: z.literal('move-folder'), folder: key, parent: key }),
  z.object({ what: z.literal('delete-folder'), folder: key }),
  z.object({ what: z.literal('set-folder-image'), folder: key, ...image }),
  z.object({ what: z.literal('add-to-folder'), link: key, folder: key }),
  z.object({ what: z.literal('remove-from-folder'), link: key, folder: key }),
  z.object({
    what: z.literal('set-favorite'),
    kind: objectKindSchema,
    object: key,
    is_favorite: z.boolean(),
  }),
  z.object({ what: z.literal('empty-trash'), links: z.array(key), folders: z.array(key) }),
  z.object({
    what: z.literal('update-user'),
    edits: z.object({
      display_name: z.optional(z.string()),
      time_zone_abbreviation: z.optional(z.string()),
    }),
  }),
]);
