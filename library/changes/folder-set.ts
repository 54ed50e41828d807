import * as z from 'zod/mini';

import { bodyOf, change, pick, reference } from '#library/changes/change.ts';
import type { FolderValues } from '#library/changes/edits.ts';
import { setFolderValues } from '#library/changes/set-folder-values.ts';
import { folderEdits, folderGuard } from '#library/entities/inputs.ts';

export const folderSet = change({
  schema: z.object({
    kind: z.literal('folder.set'),
    folder_id: reference('folder_id'),
    ...folderEdits,
    if: folderGuard,
  }),
  reads: ({ folder_id }) => [{ of: 'folder', id: folder_id }],
  apply: ({ folder_id, if: expected, ...rest }, view) =>
    setFolderValues(view, folder_id, bodyOf(rest), expected),
  guard: (given, view) => {
    const folder = view.folder(given.folder_id);
    if (folder === undefined) return given;
    const { kind: _, folder_id: _id, if: expected, ...values } = given;
    return { ...given, if: { ...pick<FolderValues>(folder, values), ...expected } };
  },
  call: (given) => ({ path: '/folders/update/', body: bodyOf(given) }) as const,
  failed: "Couldn't save the folder.",
});
