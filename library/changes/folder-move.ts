import * as z from 'zod/mini';

import { bodyOf, change, place, reference } from '#library/changes/change.ts';
import { ancestorReads, setFolderValues } from '#library/changes/set-folder-values.ts';

/** Moves a folder into another one, or to the root. */
export const folderMove = change({
  schema: z.object({
    kind: z.literal('folder.move'),
    folder_id: reference('folder_id'),
    parent_folder_id: place(),
    if: z.exactOptional(z.object({ parent_folder_id: place() })),
  }),
  reads: ({ folder_id, parent_folder_id }, view) => [
    { of: 'folder', id: folder_id },
    ...ancestorReads(view, parent_folder_id),
  ],
  apply: ({ folder_id, parent_folder_id, if: expected }, view) =>
    setFolderValues(view, folder_id, { parent_folder_id }, expected),
  guard: (given, view) => {
    const folder = view.folder(given.folder_id);
    return folder === undefined
      ? given
      : { ...given, if: { parent_folder_id: folder.parent_folder_id, ...given.if } };
  },
  call: (given) => ({ path: '/folders/update-parent/', body: bodyOf(given) }) as const,
  failed: "Couldn't move the folder.",
});
