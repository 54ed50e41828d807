import * as z from 'zod/mini';

import { change, gone, isSet, made, NOTHING, reference } from '#library/changes/change.ts';
import { DISTINCT_LINKS_MAX_COUNT } from '#library/entities/limits.ts';

/** Marks two links as no duplicates of each other, or removes the mark. */
export const linkDistinct = change({
  schema: z.object({
    kind: z.literal('link.distinct'),
    link_id: reference('link_id'),
    other_id: reference('other_id'),
    distinct: isSet('distinct'),
  }),
  reads: ({ link_id, other_id }) => [
    { of: 'link', id: link_id },
    { of: 'link', id: other_id },
  ],
  apply: ({ link_id, other_id, distinct }, view) => {
    if (view.link(link_id) === undefined || (distinct && view.link(other_id) === undefined))
      return gone('link');
    const others = view.distinctOf(link_id);
    const isFull = others.length >= DISTINCT_LINKS_MAX_COUNT;
    const isNamed = others.includes(other_id);
    if (distinct && (link_id === other_id || (isFull && !isNamed))) return { refused: 'changed' };
    if (isNamed === distinct) return NOTHING;
    const [before, after] = distinct ? [null, {}] : [{}, null];
    return made({ table: 'distinct', key: { link_id, other_id }, before, after });
  },
  call: () => null,
  failed: "Couldn't save which links are duplicates.",
});
