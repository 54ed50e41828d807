import type { Input } from '@foldmark/contract/endpoints';
import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { TRASH_IDS_MAX_COUNT } from '@foldmark/contract/limits';

import type { Items } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { CommandOf } from '#web/sync/outbox/command.ts';
import type { ActionContext } from '#web/sync/mutations/actions/context.ts';
import { type IdOf, minimalCalls, type Mutation, type Outcome } from '#web/sync/mutations/mutation.ts';
import { laneOf } from '#web/sync/mutations/patches.ts';

/** Deletes everything in the trash permanently, with the sub-folders. */
export async function emptyTrash(context: ActionContext): Promise<Outcome<void>> {
  const { library } = context;
  return emptyOf(context, {
    links: library.links({ kind: 'trash' }).get(),
    folders: library.tree.trashed,
  });
}

/** Deletes these items of the trash permanently, with the sub-folders. */
export async function emptyOf(context: ActionContext, { links, folders }: Items): Promise<Outcome<void>> {
  return context.mutate(emptying(context, { what: 'empty-trash', links: [...links], folders: [...folders] }));
}

export function emptying(
  { library, patches }: ActionContext,
  command: CommandOf<'empty-trash'>,
): Mutation<void> {
  const { links, folders } = command;
  const { tree } = library;
  const deleted = [...new Set(folders.flatMap((key) => [key, ...tree.descendants(key)]))];
  // Skip items whose creation failed.
  const idsOf = (kind: ObjectKind, keys: readonly Key[], idOf: IdOf): number[] =>
    keys.filter((key) => library.tables.keys.idOf(kind, key) !== null).map((key) => idOf(kind, key));
  return {
    command,
    call: minimalCalls('/trash/empty/', (idOf) =>
      inParts(idsOf('link', links, idOf), idsOf('folder', folders, idOf)),
    ),
    lanes: [...links.map((key) => laneOf('link', key)), ...deleted.map((key) => laneOf('folder', key))],
    patches: [
      ...links.map((key) => patches.link(key, () => undefined)),
      ...deleted.map((key) => patches.folder(key, () => undefined)),
    ],
    title: "Couldn't delete from the trash.",
  };
}

type Part = Input<'/trash/empty/'>;

/** Returns at least one part, so that the server answers even for an empty trash. */
function inParts(links: readonly number[], folders: readonly number[]): [Part, ...Part[]] {
  const part = (number: number): Part => {
    const from = number * TRASH_IDS_MAX_COUNT;
    const to = from + TRASH_IDS_MAX_COUNT;
    return { link_ids: links.slice(from, to), folder_ids: folders.slice(from, to) };
  };
  const count = Math.ceil(Math.max(links.length, folders.length) / TRASH_IDS_MAX_COUNT);
  return [part(0), ...Array.from({ length: Math.max(0, count - 1) }, (_, index) => part(index + 1))];
}
