import * as z from 'zod/mini';

import { change, gone, made, place, reference } from '#library/changes/change.ts';
import { revertEdit, revertReads } from '#library/changes/revert.ts';
import { STATUS_TRASHED } from '#library/entities/limits.ts';

/**
 * Deletes a folder of the trash for ever. Its subfolders are deleted too, which the edit does not name; the links in it stay.
 * With `created`, undoes its creation.
 */
export const folderDelete = change({
  schema: z.object({
    kind: z.literal('folder.delete'),
    folder_id: reference('folder_id'),
    created: z.exactOptional(z.object({ name: z.string(), parent_folder_id: place() })),
  }),
  reads: ({ folder_id, created }, view) =>
    created === undefined
      ? [{ of: 'folder', id: folder_id }]
      : revertReads({ table: 'folders', key: { folder_id }, before: null, after: created }, view),
  apply: ({ folder_id, created }, view) => {
    const folder = view.folder(folder_id);
    if (folder === undefined) return gone('folder');
    if (created !== undefined)
      return revertEdit({ table: 'folders', key: { folder_id }, before: null, after: created }, view);
    if (folder.status_id !== STATUS_TRASHED) return { refused: 'not_in_trash' };
    return made({ table: 'folders', key: { folder_id }, before: {}, after: null, forever: true });
  },
  call: ({ folder_id, created }) =>
    created === undefined ? ({ path: '/folders/delete/', body: { folder_id } } as const) : null,
  failed: "Couldn't delete the folder.",
});
