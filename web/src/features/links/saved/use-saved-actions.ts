import { STATUS_ACTIVE } from '@foldmark/library/entities/limits';

import { useCommandContext } from '#web/commands/command-context.ts';
import { useActions, useLibrary } from '#web/hooks/library-hooks.ts';
import { useAnnounce } from '#web/hooks/use-announce.ts';
import { useClientState } from '#web/state/client-state.ts';
import { itemsOf } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import { highlightLinks } from '../add/highlight-links.ts';

/** Actions instead of saving a link again. Each shows a toast with Undo. */
interface SavedActions {
  /** `step` is the gesture that created the folder, if the same form did. */
  readonly add: (links: readonly Key[], folder: Key, step?: string) => void;
  /** Restores a link from the trash, and adds it to the folder, if there is one. */
  readonly restore: (link: Key, folder: Key | null) => void;
}

export function useSavedActions(): SavedActions {
  const actions = useActions();
  const library = useLibrary();
  const announce = useAnnounce();
  const { addToFolder } = useCommandContext().gestures;
  const { newLinks } = useClientState();
  return {
    add: (links, folder, step) => {
      addToFolder(links, folder, step);
      highlightLinks(newLinks, links);
    },
    restore: (link, folder) => {
      const restored = actions.setItemsStatus(itemsOf('link', [link]), STATUS_ACTIVE);
      const isAdded = folder !== null && !library.isMember(folder, link);
      // One undo reverts both.
      if (isAdded) actions.addLinksToFolder([link], folder, { step: restored.id });
      const where = isAdded ? ` to ${library.folder(folder)?.name ?? ''}` : '';
      announce(`Link restored${where}.`, restored);
      highlightLinks(newLinks, [link]);
    },
  };
}
