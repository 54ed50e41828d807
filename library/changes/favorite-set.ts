import * as z from 'zod/mini';

import { change, isSet, made, missingItem, NOTHING, reference } from '#library/changes/change.ts';
import { objectKindSchema } from '#library/entities/fields.ts';

/** Adds a link or folder to the favorites, or removes it from them. */
export const favoriteSet = change({
  schema: z.object({
    kind: z.literal('favorite.set'),
    object_type: objectKindSchema,
    object_id: reference('object_id'),
    on: isSet('on'),
  }),
  reads: ({ object_type, object_id, on }) => [
    { of: 'favorite', object_type, object_id },
    ...(on ? [{ of: object_type, id: object_id }] : []),
  ],
  apply: ({ object_type, object_id, on }, view) => {
    const refusal = on ? missingItem(view, object_type, object_id) : null;
    if (refusal !== null) return refusal;
    if (view.isFavorite(object_type, object_id) === on) return NOTHING;
    const [before, after] = on ? [null, {}] : [{}, null];
    return made({ table: 'favorites', key: { object_type, object_id }, before, after });
  },
  call: ({ object_type, object_id, on }) =>
    ({ path: '/favorites/toggle/', body: { object_type, object_id, is_favorite: on } }) as const,
  failed: "Couldn't change the favorite.",
});
