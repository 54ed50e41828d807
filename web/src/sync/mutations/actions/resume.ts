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
import { isChange, type OutboxEntry, type ChangeEntry } from '#web/sync/outbox/outbox-entry.ts';

/** Shows the changes of earlier pages and resends them in their order. */
export function resume(context: ActionContext, entries: readonly OutboxEntry[]): void {
  context.library.batch(() => {
    for (const entry of entries) {
      if (isChange(entry)) void resumeOne(context, entry);
      else context.library.tables.bind(entry.kind, entry.key, entry.id);
    }
  });
}

/** Tolerates a local clock that is ahead of the server's by up to this much. */
const CLOCK_SKEW_MS = 60_000;

async function resumeOne(
  context: ActionContext,
  { command, request, at }: ChangeEntry,
): Promise<Outcome<unknown>> {
  const { mutate } = context;
  const options = { resumes: request };
  const since = (at - CLOCK_SKEW_MS) * 1000;
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
