import { ROOT_FOLDER_ID, STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

import type { Announce } from '#web/hooks/use-announce.ts';
import type { Toasts } from '#web/state/toasts.ts';
import type { Actions } from '#web/sync/changes/actions.ts';
import type { Performed, PerformOptions } from '#web/sync/changes/performed.ts';
import { itemCountText } from '@foldmark/library/text/count-text';
import { countOf, type Items, itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';

/** Gestures with links and folders. Each shows a toast with Undo. `step` is an earlier gesture that this Undo undoes too. */
export interface ItemGestures extends Readonly<
  Record<'trash' | 'restore' | 'star' | 'unstar', (items: Items) => void>
> {
  readonly addToFolder: (links: readonly Key[], folder: Key, step?: string) => void;
  readonly removeFromFolder: (links: readonly Key[], folder: Key) => void;
  /** Moves folders into `to` (0 is the root), and links into it: from the folder `from`, or from all their folders. */
  readonly move: (items: Items, from: Key | null, to: Key, step?: string) => void;
}

export function itemGestures(
  actions: Actions,
  library: Library,
  announce: Announce,
  toasts: Toasts,
): ItemGestures {
  const tell = (items: Items, what: string, gesture: Performed): void => {
    announce(`${nameOf(items, library)} ${what}.`, gesture);
  };
  const folderName = (folder: Key): string => library.folder(folder)?.name ?? '';
  return {
    trash: (items) => {
      tell(items, 'moved to the trash', actions.setItemsStatus(items, STATUS_TRASHED));
    },
    restore: (items) => {
      tell(items, 'restored', actions.setItemsStatus(items, STATUS_ACTIVE));
    },
    star: (items) => {
      tell(items, 'added to favorites', actions.setFavorites(items, true));
    },
    unstar: (items) => {
      tell(items, 'removed from favorites', actions.setFavorites(items, false));
    },
    addToFolder: (links, folder, step) => {
      const added = links.filter((link) => !library.isMember(folder, link));
      const name = folderName(folder);
      if (added.length === 0) toasts.show({ title: `Already in ${name}.` });
      else
        tell(
          itemsOf('link', added),
          `added to ${name}`,
          asStep(step, (options) => actions.addLinksToFolder(added, folder, options)),
        );
    },
    removeFromFolder: (links, folder) => {
      const gesture = actions.removeLinksFromFolder(links, folder);
      tell(itemsOf('link', links), `removed from ${folderName(folder)}`, gesture);
    },
    move: (items, from, to, step) => {
      tell(
        items,
        `moved to ${to === ROOT_FOLDER_ID ? 'the root' : folderName(to)}`,
        asStep(step, (options) => actions.moveItems(items, from, to, options)),
      );
    },
  };
}

/** Performs a gesture as a part of an earlier one, if there is one. */
function asStep(step: string | undefined, perform: (options?: PerformOptions) => Performed): Performed {
  return step === undefined ? perform() : { ...perform({ step }), id: step };
}

/** A single folder by its name, and a single link as 'Link', because links often have long names. */
function nameOf(items: Items, library: Library): string {
  const [folder] = items.folders;
  return folder !== undefined && countOf(items) === 1
    ? (library.folder(folder)?.name ?? '')
    : items.folders.length === 0 && items.links.length === 1
      ? 'Link'
      : itemCountText(items);
}
