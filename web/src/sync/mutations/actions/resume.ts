import { type ActionContext } from '#web/sync/mutations/actions/context.ts';
import { favoriteChange } from '#web/sync/mutations/actions/favorites.ts';
import {
  folderCreation,
  folderDeletion,
  folderImage,
  folderMove,
  folderUpdate,
} from '#web/sync/mutations/actions/folders.ts';
import { linkCreation, linkDeletion, linkImage, linkUpdate } from '#web/sync/mutations/actions/links.ts';
import { addition, removal } from '#web/sync/mutations/actions/memberships.ts';
import { emptying } from '#web/sync/mutations/actions/trash.ts';
import { userChange } from '#web/sync/mutations/actions/user.ts';
import type { Outcome } from '#web/sync/mutations/mutation.ts';
import { isChange, type Kept, type KeptChange } from '#web/sync/outbox/kept.ts';

/** Goes on with what earlier pages have left: it shows at once, and is sent in the order in which it was done. */
export function resume(context: ActionContext, left: readonly Kept[]): void {
  context.library.batch(() => {
    for (const kept of left) {
      if (isChange(kept)) void resumeOne(context, kept);
      else context.library.tables.bind(kept.kind, kept.key, kept.id);
    }
  });
}

/** The clock of this machine may be so much ahead of the server's. */
const CLOCKS_DIFFER_MS = 60_000;

async function resumeOne(
  context: ActionContext,
  { command, request, at }: KeptChange,
): Promise<Outcome<unknown>> {
  const { mutate } = context;
  const options = { resumes: request };
  const since = (at - CLOCKS_DIFFER_MS) * 1000;
  switch (command.what) {
    case 'create-link':
      return mutate(linkCreation(context, command, since), options);
    case 'update-link':
      return mutate(linkUpdate(context, command), options);
    case 'delete-link':
      return mutate(linkDeletion(context, command), options);
    case 'set-link-image':
      return mutate(linkImage(context, command), options);
    case 'create-folder':
      return mutate(folderCreation(context, command, since), options);
    case 'update-folder':
      return mutate(folderUpdate(context, command), options);
    case 'move-folder':
      return mutate(folderMove(context, command), options);
    case 'delete-folder':
      return mutate(folderDeletion(context, command), options);
    case 'set-folder-image':
      return mutate(folderImage(context, command), options);
    case 'add-to-folder':
      return mutate(addition(context, command), options);
    case 'remove-from-folder':
      return mutate(removal(context, command), options);
    case 'set-favorite':
      return mutate(favoriteChange(context, command), options);
    case 'empty-trash':
      return mutate(emptying(context, command), options);
    case 'update-user':
      return mutate(userChange(context, command), options);
  }
}
