import type { Deleted } from '@foldmark/contract/entities';

import type { ActionContext } from '#web/data/mutations/actions/context.ts';
import { apiCall, type Outcome } from '#web/data/mutations/mutation.ts';
import { laneOf } from '#web/data/mutations/patches.ts';

/** Deletes for ever what is in the trash, with the folders below it. */
export async function emptyTrash({ library, mutate, patches }: ActionContext): Promise<Outcome<Deleted>> {
  const links = library.links({ kind: 'trash' }).get();
  const { tree } = library;
  const folders = [...new Set(tree.trashed.flatMap((key) => [key, ...tree.descendants(key)]))];
  return mutate({
    call: apiCall('/trash/empty/', () => ({})),
    lanes: [...links.map((key) => laneOf('link', key)), ...folders.map((key) => laneOf('folder', key))],
    patches: [
      ...links.map((key) => patches.link(key, () => undefined)),
      ...folders.map((key) => patches.folder(key, () => undefined)),
    ],
    title: 'The trash could not be emptied.',
  });
}
