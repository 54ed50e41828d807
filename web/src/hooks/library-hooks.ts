import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { FolderRecord, LinkRecord } from '@foldmark/library/entities/records';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { createContext, use, useCallback, useMemo, useSyncExternalStore } from 'react';

import { useStore } from '#web/state/use-store.ts';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';
import type { Library } from '@foldmark/library/memory/library';
import { reuseList } from '@foldmark/library/memory/reuse-list';
import type { LinkQuery } from '@foldmark/library/memory/link-query';
import type { LinkOrder, LinkScope } from '@foldmark/library/memory/link-views';
import type { Loading, OpenLibrary } from '#web/sync/live/open-library.ts';
import type { Readable } from '#web/sync/store.ts';
import { TOPICS } from '@foldmark/library/memory/topic-names';
import type { Topic } from '@foldmark/library/memory/topics';
import type { Aside } from '#web/sync/changes/messages/asides.ts';
import type { Failure } from '#web/sync/changes/messages/failures.ts';
import type { Actions } from '#web/sync/changes/actions.ts';
import type { Undo } from '#web/sync/changes/undo/undo-stack.ts';

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

/** Filters out links in the trash. */
export function useActiveLinks(links: readonly Key[]): readonly Key[] {
  const library = useLibrary();
  const active = useMemo(
    () =>
      derive<readonly Key[]>(library, links.map(TOPICS.link), (last) =>
        reuseList(
          links.filter((key) => library.link(key)?.status_id === STATUS_ACTIVE),
          last,
        ),
      ),
    [library, links],
  );
  return useStore(active);
}

export function useIsTrashed(link: Key): boolean {
  const library = useLibrary();
  return useTopic(TOPICS.link(link), () => library.link(link)?.status_id === STATUS_TRASHED);
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

/** The number of links in the folders below a folder. */
export function useCountBelow(folder: Key): number {
  const library = useLibrary();
  return useTopic(TOPICS.count(folder), () => library.countBelow(folder));
}

export function useFoldersOf(link: Key): readonly Key[] {
  const library = useLibrary();
  return useTopic(TOPICS.foldersOf(link), () => library.foldersOf(link));
}

/** The folders of a link that are not in the trash. Renders only if this list changes, not at every change of the folder tree. */
export function useVisibleFoldersOf(link: Key): readonly Key[] {
  const library = useLibrary();
  const folders = useMemo(
    () =>
      derive<readonly Key[]>(library, [TOPICS.foldersOf(link), TOPICS.tree], (last) =>
        reuseList(library.visibleFoldersOf(link), last),
      ),
    [library, link],
  );
  return useStore(folders);
}

/** What the row of a link shows. */
export interface LinkFacts {
  readonly link: LinkRecord;
  /** The link's visible folders, without the folder that the list shows. */
  readonly folders: readonly FolderRecord[];
  readonly isFavorite: boolean;
  /** Whether the link has changes that the server has not confirmed. */
  readonly isPending: boolean;
}

/** One subscription for a whole row: a list changes the links of all its rows with each letter of a search. */
export function useLinkFacts(key: Key, shownFolder: Key | null): LinkFacts | null {
  const library = useLibrary();
  const facts = useMemo(
    () =>
      derive<LinkFacts | null>(library, factTopics(key), (last) =>
        linkFacts(library, key, shownFolder, last),
      ),
    [library, key, shownFolder],
  );
  return useStore(facts);
}

function factTopics(key: Key): readonly Topic[] {
  return [
    TOPICS.link(key),
    TOPICS.foldersOf(key),
    TOPICS.tree,
    TOPICS.favorite('link', key),
    TOPICS.pending('link', key),
  ];
}

/** Returns the previous facts if they have not changed. */
function linkFacts(
  library: Library,
  key: Key,
  shownFolder: Key | null,
  last: LinkFacts | null = null,
): LinkFacts | null {
  const link = library.link(key);
  if (link === undefined) return null;
  const others = library.visibleFoldersOf(key).filter((folder) => folder !== shownFolder);
  const folders = reuseList(
    others.flatMap((folder) => library.folder(folder) ?? []),
    last?.folders,
  );
  const isFavorite = library.isFavorite('link', key);
  const isPending = library.isPending('link', key);
  return last?.link === link &&
    last.folders === folders &&
    last.isFavorite === isFavorite &&
    last.isPending === isPending
    ? last
    : { link, folders, isFavorite, isPending };
}

/** Derives a value that depends on several topics. `compute` gets the last value, and returns it if nothing changed. */
export function derive<T>(
  library: Library,
  topics: readonly Topic[],
  compute: (last: T | undefined) => T,
): Readable<T> {
  let last: T | undefined;
  return {
    subscribe: (listener) => {
      const stops = topics.map((topic) => library.subscribe(topic, listener));
      return () => {
        for (const stop of stops) stop();
      };
    },
    get: () => {
      last = compute(last);
      return last;
    },
  };
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
  isReversed = false,
): readonly Key[] {
  const view = useLibrary().links(scope, order, query);
  const keys = useSyncExternalStore(view.subscribe, view.get);
  return useMemo(() => (isReversed ? keys.toReversed() : keys), [keys, isReversed]);
}

/** Which collections have not loaded yet. */
export function useLoading(): Loading {
  return useStore(useOpenLibrary().loading);
}

export function useIsOnline(): boolean {
  return useStore(useOpenLibrary().isOnline);
}

/** Whether the server is slow to answer a change. */
export function useIsSlow(): boolean {
  return useStore(useOpenLibrary().isSlow);
}

/** Returns a function that tells whether the browser is online. Does not render on changes. */
export function useGetIsOnline(): () => boolean {
  return useOpenLibrary().isOnline.get;
}

/** Whether the feed is behind, so that changes of other devices do not arrive. */
export function useIsBehind(): boolean {
  return useStore(useOpenLibrary().isBehind);
}

/** How many changes the server has not confirmed. */
export function useUnsent(): number {
  return useStore(useOpenLibrary().unsent);
}

/** False while this browser can't store changes persistently. */
export function useCanStore(): boolean {
  return useStore(useOpenLibrary().canStore);
}

/** The gestures that the server could not make. */
export function useAsides(): readonly Aside[] {
  return useStore(useOpenLibrary().asides);
}

/** Retries failed connections at once. */
export function useRetry(): () => void {
  return useOpenLibrary().retry;
}

export function useFailures(): readonly Failure[] {
  return useStore(useOpenLibrary().failures);
}
