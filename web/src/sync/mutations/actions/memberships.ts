import type { FolderLink } from '@foldmark/contract/entities';

import type { Key } from '#web/sync/library/keys.ts';
import type { CommandOf } from '#web/sync/outbox/command.ts';
import { type ActionContext, type Awaited, together } from '#web/sync/mutations/actions/context.ts';
import { apiCall, minimalCall, type Mutation, type Outcome } from '#web/sync/mutations/mutation.ts';
import { laneOf } from '#web/sync/mutations/patches.ts';

export async function addLinkToFolder(
  context: ActionContext,
  link: Key,
  folder: Key,
  options: Awaited = {},
): Promise<Outcome<FolderLink>> {
  return context.mutate(addition(context, { what: 'add-to-folder', link, folder }), options);
}

export function addition(context: ActionContext, command: CommandOf<'add-to-folder'>): Mutation<FolderLink> {
  const { link, folder } = command;
  return {
    command,
    call: apiCall('/folders/add-link/', (idOf) => ({
      folder_id: idOf('folder', folder),
      link_id: idOf('link', link),
    })),
    lanes: lanesOf(context, link, folder),
    patches: [context.patches.membership(folder, link, true)],
    title: "Couldn't add the link to the folder.",
  };
}

export async function addLinksToFolder(context: ActionContext, links: readonly Key[], folder: Key) {
  return together(context, links, "Couldn't add some links to the folder.", async (link, options) =>
    addLinkToFolder(context, link, folder, options),
  );
}

export async function removeLinkFromFolder(
  context: ActionContext,
  link: Key,
  folder: Key,
): Promise<Outcome<void>> {
  return context.mutate(removal(context, { what: 'remove-from-folder', link, folder }));
}

export function removal(context: ActionContext, command: CommandOf<'remove-from-folder'>): Mutation<void> {
  const { link, folder } = command;
  return {
    command,
    call: minimalCall('/folders/remove-link/', (idOf) => ({
      folder_id: idOf('folder', folder),
      link_id: idOf('link', link),
    })),
    lanes: lanesOf(context, link, folder),
    patches: [context.patches.membership(folder, link, false)],
    title: "Couldn't remove the link from the folder.",
  };
}

/** The folder is a lane only until it has an id, so that a selection is added to it in parallel. */
function lanesOf({ library }: ActionContext, link: Key, folder: Key): readonly string[] {
  const isCreated = library.tables.keys.idOf('folder', folder) !== null;
  return [laneOf('link', link), ...(isCreated ? [] : [laneOf('folder', folder)])];
}
