import * as z from 'zod/mini';

import { change, creationKey, gone, made, place, ref } from '#library/changes/change.ts';
import type { FolderValues } from '#library/changes/edits.ts';
import { folderName } from '#library/entities/inputs.ts';
import { ROOT_FOLDER_ID, STATUS_ACTIVE } from '#library/entities/limits.ts';

/** The default values of a new folder. */
export const NEW_FOLDER: Required<FolderValues> = {
  name: '',
  status_id: STATUS_ACTIVE,
  parent_folder_id: ROOT_FOLDER_ID,
  image_s3_key: '',
};

export const folderCreate = change({
  schema: z.object({
    kind: z.literal('folder.create'),
    ref: ref(),
    key: creationKey(),
    name: folderName(),
    parent_folder_id: place(),
  }),
  creates: 'folder',
  reads: ({ parent_folder_id: id }) => (id === ROOT_FOLDER_ID ? [] : [{ of: 'folder', id }]),
  apply: ({ ref: folder_id, name, parent_folder_id }, view) => {
    if (parent_folder_id !== ROOT_FOLDER_ID && view.folder(parent_folder_id) === undefined)
      return gone('parent');
    const after = { ...NEW_FOLDER, name, parent_folder_id };
    return made({ table: 'folders', key: { folder_id }, before: null, after });
  },
  call: ({ name, parent_folder_id }) =>
    ({ path: '/folders/create/', body: { name, parent_folder_id } }) as const,
  failed: "Couldn't create the folder.",
});
