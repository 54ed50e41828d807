import * as z from 'zod/mini';

import { change, isSet, made, missingItem, NOTHING, reference } from '#library/changes/change.ts';

/** Adds a link to a folder, or removes it from the folder. */
export const memberSet = change({
  schema: z.object({
    kind: z.literal('member.set'),
    folder_id: reference('folder_id'),
    link_id: reference('link_id'),
    present: isSet('present'),
  }),
  reads: ({ folder_id, link_id, present }) => [
    { of: 'member', folder_id, link_id },
    ...(present
      ? ([
          { of: 'folder', id: folder_id },
          { of: 'link', id: link_id },
        ] as const)
      : []),
  ],
  apply: ({ folder_id, link_id, present }, view) => {
    const member = view.member(folder_id, link_id);
    const key = { link_id, folder_id };
    if (!present)
      return member === undefined
        ? NOTHING
        : made({
            table: 'folder_links',
            key,
            before: { folder_link_id: member.folder_link_id },
            after: null,
          });
    const refusal = missingItem(view, 'folder', folder_id) ?? missingItem(view, 'link', link_id);
    if (refusal !== null || member !== undefined) return refusal ?? NOTHING;
    return made({ table: 'folder_links', key, before: null, after: { folder_link_id: 0 } });
  },
  call: ({ present, folder_id, link_id }) =>
    present
      ? ({ path: '/folders/add-link/', body: { folder_id, link_id } } as const)
      : ({ path: '/folders/remove-link/', body: { folder_id, link_id } } as const),
  failed: ({ present }) =>
    present ? "Couldn't add the link to the folder." : "Couldn't remove the link from the folder.",
});
