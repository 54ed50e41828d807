import * as z from 'zod/mini';

import { bodyOf, change, image, reference } from '#library/changes/change.ts';
import { setFolderValues } from '#library/changes/set-folder-values.ts';
import { folderGuard } from '#library/entities/inputs.ts';

export const folderImage = change({
  schema: z.object({
    kind: z.literal('folder.image'),
    folder_id: reference('folder_id'),
    ...image,
    if: folderGuard,
  }),
  reads: ({ folder_id }) => [{ of: 'folder', id: folder_id }],
  apply: ({ folder_id, s3_key, if: expected }, view) =>
    setFolderValues(view, folder_id, { image_s3_key: s3_key }, expected),
  guard: (given, view) => {
    const folder = view.folder(given.folder_id);
    return folder === undefined
      ? given
      : { ...given, if: { image_s3_key: folder.image_s3_key, ...given.if } };
  },
  call: (given) => ({ path: '/folders/update-image/', body: bodyOf(given) }) as const,
  failed: "Couldn't change the image.",
});
