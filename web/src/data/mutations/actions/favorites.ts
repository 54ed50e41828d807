import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/data/library/keys.ts';
import type { ActionContext } from '#web/data/mutations/actions/context.ts';
import { minimalCall, type Outcome } from '#web/data/mutations/mutation.ts';
import { laneOf } from '#web/data/mutations/patches.ts';

export async function toggleFavorite(
  { library, mutate, patches }: ActionContext,
  kind: ObjectKind,
  key: Key,
): Promise<Outcome<void>> {
  return mutate({
    call: minimalCall('/favorites/toggle/', (idOf) => ({ object_id: idOf(kind, key), object_type: kind })),
    lanes: [laneOf(kind, key)],
    patches: [patches.favorite(kind, key, !library.isFavorite(kind, key))],
    title: 'The favorite could not be changed.',
  });
}
