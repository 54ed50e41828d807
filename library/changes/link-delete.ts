import * as z from 'zod/mini';

import { change, gone, made, reference } from '#library/changes/change.ts';
import { STATUS_TRASHED } from '#library/entities/limits.ts';

/** Deletes a link of the trash forever. */
export const linkDelete = change({
  schema: z.object({
    kind: z.literal('link.delete'),
    link_id: reference('link_id'),
  }),
  reads: ({ link_id }) => [{ of: 'link', id: link_id }],
  apply: ({ link_id }, view) => {
    const link = view.link(link_id);
    if (link === undefined) return gone('link');
    if (link.status_id !== STATUS_TRASHED) return { refused: 'not_in_trash' };
    return made({ table: 'links', key: { link_id }, before: {}, after: null, forever: true });
  },
  call: ({ link_id }) => ({ path: '/links/delete/', body: { link_id } }) as const,
  failed: "Couldn't delete the link.",
});
