import * as z from 'zod/mini';

import { change, gone, made, reference } from '#library/changes/change.ts';
import { STATUS_TRASHED } from '#library/entities/limits.ts';

/** Deletes a folder of the trash forever. Its subfolders are deleted too, without edits of their own. The links inside stay. */
export const folderDelete = change({
  schema: z.object({
    kind: z.literal('folder.delete'),
    folder_id: reference('folder_id'),
  }),
  reads: ({ folder_id }) => [{ of: 'folder', id: folder_id }],
  apply: ({ folder_id }, view) => {
    const folder = view.folder(folder_id);
    if (folder === undefined) return gone('folder');
    if (folder.status_id !== STATUS_TRASHED) return { refused: 'not_in_trash' };
    return made({ table: 'folders', key: { folder_id }, before: {}, after: null, forever: true });
  },
  call: ({ folder_id }) => ({ path: '/folders/delete/', body: { folder_id } }) as const,
  failed: "Couldn't delete the folder.",
});
