import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import type { FolderRecord, LinkRecord } from '@foldmark/contract/library-records';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';

import { useStore } from '#web/state/use-store.ts';
import type { FolderTree } from '#web/sync/library/folder-tree.ts';
import type { Key } from '#web/sync/library/keys.ts';
import type { Library } from '#web/sync/library/library.ts';
import { reuseList } from '#web/sync/library/reuse-list.ts';
import type { LinkQuery } from '#web/sync/library/link-query.ts';
import type { LinkOrder, LinkScope } from '#web/sync/library/link-views.ts';
import type { Loading, OpenLibrary } from '#web/sync/live/open-library.ts';
import { TOPICS } from '#web/sync/library/topic-names.ts';
import type { Topic } from '#web/sync/library/topics.ts';
import type { Failure } from '#web/sync/changes/failures.ts';
import type { Actions } from '#web/sync/changes/actions.ts';
import type { Undo } from '#web/sync/live/user-changes.ts';

export const LibraryContext = createContext<OpenLibrary | null>(null);

export function useOpenLibrary(): OpenLibrary {
  const open = use(LibraryContext);
  if (open === null) throw new Error('There is no LibraryContext above this component.');
  return open;
}

export function useLibrary(): Library {
  return useOpenLibrary().library;
}

export function useActions(): Actions {
  return useOpenLibrary().actions;
}

/** Undo and redo of the gestures of this tab. */
export function useUndo(): Undo {
  return useOpenLibrary().undo;
}

function useTopic<T>(topic: Topic, get: () => T): T {
  const library = useLibrary();
  const subscribe = useCallback(
    (listener: () => void) => library.subscribe(topic, listener),
    [library, topic],
  );
  return useSyncExternalStore(subscribe, get);
}

export function useLink(key: Key): LinkRecord | undefined {
  const library = useLibrary();
  return useTopic(TOPICS.link(key), () => library.link(key));
}

export function useFolder(key: Key): FolderRecord | undefined {
  const library = useLibrary();
  return useTopic(TOPICS.folder(key), () => library.folder(key));
}

export function useIsFavorite(kind: ObjectKind, key: Key): boolean {
  const library = useLibrary();
  return useTopic(TOPICS.favorite(kind, key), () => library.isFavorite(kind, key));
}

/** Whether a link or folder has changes that the server has not confirmed. */
export function useIsPending(kind: ObjectKind, key: Key): boolean {
  const library = useLibrary();
  return useTopic(TOPICS.pending(kind, key), () => library.isPending(kind, key));
}

export function useFolderCount(folder: Key): number {
  const library = useLibrary();
  return useTopic(TOPICS.count(folder), () => library.count(folder));
}

export function useFoldersOf(link: Key): readonly Key[] {
  const library = useLibrary();
  return useTopic(TOPICS.foldersOf(link), () => library.foldersOf(link));
}

/** The folders of a link that are not in the trash. Renders only if this list changes, not at every change of the tree. */
export function useVisibleFoldersOf(link: Key): readonly Key[] {
  const library = useLibrary();
  const { subscribe, get } = useMemo(() => visibleFoldersOf(library, link), [library, link]);
  return useSyncExternalStore(subscribe, get);
}

function visibleFoldersOf(library: Library, link: Key) {
  let last: readonly Key[] = [];
  return {
    subscribe: (listener: () => void) => {
      const stops = [TOPICS.foldersOf(link), TOPICS.tree].map((topic) => library.subscribe(topic, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    get: () => {
      const folders = library.foldersOf(link).filter((key) => library.tree.isVisible(key));
      last = reuseList(folders, last);
      return last;
    },
  };
}

/** The names of folders, in one text. */
export function useFolderNames(folders: readonly Key[]): string {
  const library = useLibrary();
  return useTopic(TOPICS.tree, () => folders.map((key) => library.folder(key)?.name ?? '').join(', '));
}

export function useFolderTree(): FolderTree {
  const library = useLibrary();
  return useTopic(TOPICS.tree, () => library.tree);
}

/** The number of visible direct sub-folders. */
export function useSubFolderCount(folder: Key): number {
  const library = useLibrary();
  return useTopic(TOPICS.tree, () => library.tree.children(folder).length);
}

export function useFavoriteFolders(): readonly Key[] {
  const library = useLibrary();
  return useTopic(TOPICS.favoriteFolders, () => library.favoriteFolders);
}

export function useLinkKeys(
  scope: LinkScope,
  order: LinkOrder = 'url',
  query: LinkQuery | null = null,
): readonly Key[] {
  const view = useLibrary().links(scope, order, query);
  return useSyncExternalStore(view.subscribe, view.get);
}

/** Which collections have not loaded yet. */
export function useLoading(): Loading {
  return useStore(useOpenLibrary().loading);
}

export function useIsOnline(): boolean {
  return useStore(useOpenLibrary().isOnline);
}

/** Returns a function that tells whether the browser is online. Does not render on changes. */
export function useGetIsOnline(): () => boolean {
  return useOpenLibrary().isOnline.get;
}

/** Whether the feed fails, so that changes of other devices do not arrive. */
export function useIsBehind(): boolean {
  return useStore(useOpenLibrary().isBehind);
}

/** How many changes the server has not confirmed. */
export function useUnsent(): number {
  return useStore(useOpenLibrary().unsent);
}

/** Retries failed connections at once. */
export function useRetry(): () => void {
  return useOpenLibrary().retry;
}

export function useFailures(): readonly Failure[] {
  return useStore(useOpenLibrary().failures);
}
