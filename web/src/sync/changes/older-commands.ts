import type { LibraryChange } from '@foldmark/contract/changes';
import { objectKindSchema, statusSchema } from '@foldmark/contract/fields';
import * as z from 'zod/mini';

/** A change in the form in which versions before December 2026 stored it. */
type Command = z.infer<typeof commandSchema>;

/** Links and folders are referred to by their key in the library. */
const key = z.int();

const linkEditsSchema = z.object({
  url: z.optional(z.string()),
  name: z.optional(z.string()),
  status_id: z.optional(statusSchema),
});

const folderEditsSchema = z.object({
  name: z.optional(z.string()),
  status_id: z.optional(statusSchema),
});

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

/** Converts a change that an older version of the app has left in the outbox. */
export function changesOfCommand(command: Command): readonly LibraryChange[] {
  switch (command.what) {
    case 'create-link':
      return [{ kind: 'link.create', ref: command.link, url: command.url }];
    case 'update-link':
      return [{ kind: 'link.set', link_id: command.link, ...given(command.edits) }];
    case 'delete-link':
      return [{ kind: 'link.delete', link_id: command.link }];
    case 'set-link-image':
      return [{ kind: 'link.image', link_id: command.link, ...imageOf(command) }];
    case 'create-folder':
      return [
        { kind: 'folder.create', ref: command.folder, name: command.name, parent_folder_id: command.parent },
      ];
    case 'update-folder':
      return [{ kind: 'folder.set', folder_id: command.folder, ...given(command.edits) }];
    case 'move-folder':
      return [{ kind: 'folder.move', folder_id: command.folder, parent_folder_id: command.parent }];
    case 'delete-folder':
      return [{ kind: 'folder.delete', folder_id: command.folder }];
    case 'set-folder-image':
      return [{ kind: 'folder.image', folder_id: command.folder, ...imageOf(command) }];
    case 'add-to-folder':
    case 'remove-from-folder':
      return [
        {
          kind: 'member.set',
          folder_id: command.folder,
          link_id: command.link,
          present: command.what === 'add-to-folder',
        },
      ];
    case 'set-favorite':
      return [
        {
          kind: 'favorite.set',
          object_type: command.kind,
          object_id: command.object,
          on: command.is_favorite,
        },
      ];
    case 'empty-trash':
      return [
        ...command.links.map((link_id) => ({ kind: 'link.delete', link_id }) as const),
        ...command.folders.map((folder_id) => ({ kind: 'folder.delete', folder_id }) as const),
      ];
    case 'update-user':
      return [{ kind: 'user.set', ...given(command.edits) }];
  }
}

function imageOf({ s3_bucket, s3_key }: { readonly s3_bucket: string; readonly s3_key: string }) {
  return { s3_bucket, s3_key };
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out the fields that are undefined. */
function given<T extends object>(edits: T): Given<T> {
  const rest: Given<T> = {};
  for (const field in edits) if (edits[field] !== undefined) Object.assign(rest, { [field]: edits[field] });
  return rest;
}
