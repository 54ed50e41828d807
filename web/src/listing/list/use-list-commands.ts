import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { useMemo } from 'react';

import { useLibrary } from '#web/hooks/library-hooks.ts';
import { useNoteRecent } from '#web/hooks/recent.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { type Item, type Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';

import { clickableUrl } from '#web/sync/link-text.ts';
import { useCopyLinks } from '../items/use-copy-links.ts';
import { useItemActions } from '../items/use-item-actions.ts';
import { useOpenLinks } from '../items/use-open-links.ts';
import { folderOf, type Place } from '../place/place.ts';

export interface ListCommands {
  /** Moves items to the trash; in the trash, asks whether to delete them. */
  readonly remove: (items: Items) => void;
  /** Null where it makes no sense. */
  readonly restore: ((items: Items) => void) | null;
  readonly removeFromFolder: ((items: Items) => void) | null;
  readonly setStar: ((items: Items, on: boolean) => void) | null;
  /** Asks for the folder, and calls `onDone` once items are moved. */
  readonly move: ((items: Items, onDone: () => void) => void) | null;
  readonly areStarred: (items: Items) => boolean;
  readonly edit: (item: Item) => void;
  /** Copies the urls. */
  readonly copy: (links: readonly Key[]) => void;
  /** Opens the links in new tabs. Asks before it opens many. */
  readonly open: (links: readonly Key[]) => void;
}

/** What can be done with the selected items, or those of a row. A search can find links in the trash and others. */
export type CommandsFor = (items: Items) => ListCommands;

/** More than this number of new tabs are opened only after a question. */
const MANY_TABS = 10;

/** The questions that some commands ask first. */
interface Questions {
  readonly onDelete: (items: Items) => void;
  readonly onOpen: (urls: readonly string[]) => void;
}

/** What can be done with the items of a place, by the bar above the list and by key. */
export function useListCommands(place: Place, { onDelete, onOpen }: Questions): CommandsFor {
  const { trash, restore, removeFromFolder, star, unstar } = useItemActions();
  const setPopup = useSetPopup();
  const library = useLibrary();
  const folder = folderOf(place);
  const isTrash = place.kind === 'trash';
  const forBoth = useCommandsForBoth(onOpen);
  return useMemo(() => {
    const inTrash: ListCommands = {
      ...forBoth,
      remove: onDelete,
      restore,
      removeFromFolder: null,
      setStar: null,
      move: null,
    };
    const isTrashed = (link: Key) => library.link(link)?.status_id === STATUS_TRASHED;
    const outside: ListCommands = {
      ...forBoth,
      remove: ({ folders, links }) => {
        trash({ folders, links: links.filter((link) => !isTrashed(link)) });
      },
      restore: null,
      removeFromFolder:
        folder === null
          ? null
          : ({ links }) => {
              removeFromFolder(links, folder);
            },
      setStar: (items, on) => {
        (on ? star : unstar)(items);
      },
      move: (items, onDone) => {
        setPopup({ kind: 'move', items, from: folder, onDone });
      },
    };
    // Outside of the trash, all folders of a list are active. A search in the trash can also list a link that was just added.
    return ({ folders, links }: Items): ListCommands =>
      (isTrash || (folders.length === 0 && links.length > 0)) && links.every(isTrashed) ? inTrash : outside;
  }, [folder, forBoth, isTrash, library, onDelete, removeFromFolder, restore, setPopup, star, trash, unstar]);
}

type CommandsForBoth = Pick<ListCommands, 'areStarred' | 'edit' | 'copy' | 'open'>;

/** What can be done inside and outside of the trash. */
function useCommandsForBoth(onOpen: Questions['onOpen']): CommandsForBoth {
  const openLinks = useOpenLinks();
  const copyLinks = useCopyLinks();
  const noteRecent = useNoteRecent();
  const setPopup = useSetPopup();
  const library = useLibrary();
  return useMemo(() => {
    const urlsOf = (links: readonly Key[]) => links.flatMap((key) => library.link(key)?.url ?? []);
    return {
      areStarred: ({ folders, links }) =>
        folders.every((key) => library.isFavorite('folder', key)) &&
        links.every((key) => library.isFavorite('link', key)),
      edit: ({ kind, key }) => {
        setPopup(
          kind === 'link' ? { kind: 'edit-link', linkId: key } : { kind: 'edit-folder', folderId: key },
        );
      },
      copy: (links) => {
        copyLinks(urlsOf(links));
      },
      open: (links) => {
        const [link] = links;
        if (link !== undefined && links.length === 1)
          noteRecent({ kind: 'link', id: library.link(link)?.link_id ?? link });
        const urls = urlsOf(links).flatMap((url) => clickableUrl(url) ?? []);
        (urls.length > MANY_TABS ? onOpen : openLinks)(urls);
      },
    };
  }, [copyLinks, library, noteRecent, onOpen, openLinks, setPopup]);
}
