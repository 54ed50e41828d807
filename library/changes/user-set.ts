import * as z from 'zod/mini';

import { bodyOf, change, fieldEdit, isEdited, made } from '#library/changes/change.ts';
import type { UserValues } from '#library/changes/edits.ts';
import { userEdits, userGuard } from '#library/entities/inputs.ts';

export const userSet = change({
  schema: z.object({ kind: z.literal('user.set'), ...userEdits, if: userGuard }),
  reads: () => [],
  /** In the browser the profile is not part of the library, so the earlier values come from the guard, if there is one. */
  apply: (given, view) => {
    const { kind: _, if: expected, ...wanted } = given;
    const user = view.user() ?? expected;
    if (user === undefined) return made({ table: 'users', key: {}, before: {}, after: wanted });
    const values = fieldEdit<UserValues>(user, wanted, expected);
    const { before, after, leftAlone } = values;
    return { edits: isEdited(values) ? [{ table: 'users', key: {}, before, after }] : [], leftAlone };
  },
  call: (given) => ({ path: '/users/update/', body: bodyOf(given) }) as const,
  failed: "Couldn't save the settings.",
});
