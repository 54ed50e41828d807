import * as z from 'zod/mini';

import { bodyOf, change, pick, reference } from '#library/changes/change.ts';
import type { LinkValues } from '#library/changes/edits.ts';
import { setLinkValues } from '#library/changes/set-link-values.ts';
import { linkEdits, linkGuard } from '#library/entities/inputs.ts';

const NO_VALUES: ReadonlySet<string> = new Set(['kind', 'link_id', 'if']);

export const linkSet = change({
  schema: z.object({
    kind: z.literal('link.set'),
    link_id: reference('link_id'),
    ...linkEdits,
    if: linkGuard,
  }),
  reads: ({ link_id }) => [{ of: 'link', id: link_id }],
  apply: (given, view) => setLinkValues(view, given.link_id, valuesOf(given), given.if),
  guard: (given, view) => {
    const link = view.link(given.link_id);
    return link === undefined
      ? given
      : { ...given, if: { ...pick<LinkValues>(link, valuesOf(given)), ...given.if } };
  },
  call: (given) => ({ path: '/links/update/', body: bodyOf(given) }) as const,
  failed: "Couldn't save the link.",
});

/** Not a rest pattern, which takes three times as long: a selection can have 10,000 links. */
function valuesOf<G extends LinkValues>(given: G): Partial<G> {
  const values: Partial<G> = {};
  for (const field in given) if (!NO_VALUES.has(field)) values[field] = given[field];
  return values;
}
