import * as z from 'zod/mini';

import {
  type Applied,
  change,
  gone,
  isSet,
  type Read,
  reference,
  type Refusal,
} from '#library/changes/change.ts';
import { favoriteSet } from '#library/changes/favorite-set.ts';
import { memberSet } from '#library/changes/member-set.ts';
import { setLinkValues } from '#library/changes/set-link-values.ts';
import { mergedValues, unmergedValues } from '#library/entities/inputs.ts';
import { STATUS_ACTIVE, UNMERGED_FOLDERS_MAX_COUNT } from '#library/entities/limits.ts';

/**
 * Undoes a merge: takes the link out of the trash, and takes from the other one what the merge gave it. A value of `before`
 * is set only if the link still has the one of `after`.
 */
export const linkUnmerge = change({
  schema: z.object({
    kind: z.literal('link.unmerge'),
    link_id: reference('link_id'),
    into_id: reference('into_id'),
    /** The folders that the merge added the other link to. */
    folder_ids: z
      .array(reference('folder_ids'), 'folder_ids must be a list.')
      .check(z.maxLength(UNMERGED_FOLDERS_MAX_COUNT, 'folder_ids has too many entries.')),
    /** Whether the merge made the other link a favorite. */
    favorite: isSet('favorite'),
    before: unmergedValues,
    after: mergedValues,
  }),
  reads: ({ link_id, into_id, folder_ids, favorite }) => [
    { of: 'link', id: link_id },
    { of: 'link', id: into_id },
    ...folder_ids.map((folder_id): Read => ({ of: 'member', folder_id, link_id: into_id })),
    ...(favorite ? ([{ of: 'favorite', object_type: 'link', object_id: into_id }] as const) : []),
  ],
  apply: ({ link_id, into_id, folder_ids, favorite, before, after }, view): Applied | Refusal => {
    if (view.link(link_id) === undefined) return gone('link');
    const steps = [setLinkValues(view, link_id, { status_id: STATUS_ACTIVE }, undefined)];
    if (view.link(into_id) !== undefined) {
      for (const folder_id of folder_ids)
        steps.push(
          memberSet.apply({ kind: 'member.set', folder_id, link_id: into_id, present: false }, view, 0),
        );
      const starred = { kind: 'favorite.set', object_type: 'link', object_id: into_id, on: false } as const;
      if (favorite) steps.push(favoriteSet.apply(starred, view, 0));
      steps.push(setLinkValues(view, into_id, dated(before), dated(after)));
    }
    return {
      edits: steps.flatMap((step) => ('refused' in step ? [] : step.edits)),
      leftAlone: steps.flatMap((step) => ('refused' in step ? [] : step.leftAlone)),
    };
  },
  call: () => null,
  failed: "Couldn't undo the merge.",
});

function dated({ created_at, ...values }: z.infer<typeof mergedValues>) {
  return created_at === undefined ? values : { ...values, created_at: Date.parse(created_at) * 1000 };
}
