import * as z from 'zod/mini';

import { change, gone, made, reference } from '#library/changes/change.ts';
import { revertEdit, revertReads } from '#library/changes/revert.ts';
import { STATUS_TRASHED } from '#library/entities/limits.ts';

/**
 * Deletes a link of the trash for ever. With `created`, the values that its creation gave it, undoes that creation: see `revert`.
 */
export const linkDelete = change({
  schema: z.object({
    kind: z.literal('link.delete'),
    link_id: reference('link_id'),
    created: z.exactOptional(
      z.object({
        url: z.string(),
        name: z.string(),
        note: z.exactOptional(z.string()),
        image_s3_key: z.exactOptional(z.string()),
      }),
    ),
  }),
  reads: ({ link_id, created }, view) =>
    created === undefined
      ? [{ of: 'link', id: link_id }]
      : revertReads({ table: 'links', key: { link_id }, before: null, after: created }, view),
  apply: ({ link_id, created }, view) => {
    const link = view.link(link_id);
    if (link === undefined) return gone('link');
    if (created !== undefined)
      return revertEdit({ table: 'links', key: { link_id }, before: null, after: created }, view);
    if (link.status_id !== STATUS_TRASHED) return { refused: 'not_in_trash' };
    return made({ table: 'links', key: { link_id }, before: {}, after: null, forever: true });
  },
  call: ({ link_id, created }) =>
    created === undefined ? ({ path: '/links/delete/', body: { link_id } } as const) : null,
  failed: "Couldn't delete the link.",
});
