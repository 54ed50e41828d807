import * as z from 'zod/mini';

import { change, creationKey, gone, made, place, ref } from '#library/changes/change.ts';
import type { FolderValues } from '#library/changes/edits.ts';
import { folderName } from '#library/entities/inputs.ts';
import { edits, missing } from '#library/entities/derive.ts';
import { FOLDER, FOLDER_DETAILS } from '#library/entities/folder.ts';
import { ROOT_FOLDER_ID } from '#library/entities/limits.ts';

const { created_at: _, ...FIELDS } = FOLDER.fields;
/** The default values of a new folder. */
export const NEW_FOLDER: Required<FolderValues> = missing(FIELDS);

export const folderCreate = change({
  schema: z.object({
    kind: z.literal('folder.create'),
    ref: ref(),
    key: creationKey(),
    name: folderName(),
    parent_folder_id: place(),
    ...edits(FOLDER_DETAILS),
  }),
  creates: 'folder',
  reads: ({ parent_folder_id: id }) => (id === ROOT_FOLDER_ID ? [] : [{ of: 'folder', id }]),
  apply: ({ kind: _kind, key: _key, ref: folder_id, ...values }, view) => {
    const { parent_folder_id } = values;
    if (parent_folder_id !== ROOT_FOLDER_ID && view.folder(parent_folder_id) === undefined)
      return gone('parent');
    const after = { ...NEW_FOLDER, ...values };
    return made({ table: 'folders', key: { folder_id }, before: null, after });
  },
  call: ({ kind: _kind, key: _key, ref: _ref, ...body }) => ({ path: '/folders/create/', body }) as const,
  failed: "Couldn't create the folder.",
});
