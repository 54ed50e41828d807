import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';
import type { CommandOf } from '#web/sync/outbox/command.ts';
import type { ActionContext } from '#web/sync/mutations/actions/context.ts';
import { minimalCall, type Mutation, type Outcome } from '#web/sync/mutations/mutation.ts';
import { laneOf } from '#web/sync/mutations/patches.ts';

export async function toggleFavorite(
  context: ActionContext,
  kind: ObjectKind,
  object: Key,
): Promise<Outcome<void>> {
  const is_favorite = !context.library.isFavorite(kind, object);
  return context.mutate(favoriteChange(context, { what: 'set-favorite', kind, object, is_favorite }));
}

export function favoriteChange(
  { patches }: ActionContext,
  command: CommandOf<'set-favorite'>,
): Mutation<void> {
  const { kind, object, is_favorite } = command;
  return {
    command,
    call: minimalCall('/favorites/toggle/', (idOf) => ({
      object_id: idOf(kind, object),
      object_type: kind,
      is_favorite,
    })),
    lanes: [laneOf(kind, object)],
    patches: [patches.favorite(kind, object, is_favorite)],
    title: "Couldn't change the favorite.",
  };
}
