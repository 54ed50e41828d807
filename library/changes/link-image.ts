import * as z from 'zod/mini';

import { bodyOf, change, image, reference } from '#library/changes/change.ts';
import { setLinkValues } from '#library/changes/set-link-values.ts';
import { linkGuard } from '#library/entities/inputs.ts';

export const linkImage = change({
  schema: z.object({ kind: z.literal('link.image'), link_id: reference('link_id'), ...image, if: linkGuard }),
  reads: ({ link_id }) => [{ of: 'link', id: link_id }],
  apply: ({ link_id, s3_key, if: expected }, view) =>
    setLinkValues(view, link_id, { image_s3_key: s3_key }, expected),
  guard: (given, view) => {
    const link = view.link(given.link_id);
    return link === undefined ? given : { ...given, if: { image_s3_key: link.image_s3_key, ...given.if } };
  },
  call: (given) => ({ path: '/links/update-image/', body: bodyOf(given) }) as const,
  failed: "Couldn't change the image.",
});
