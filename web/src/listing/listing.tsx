import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import { CloudOff, SearchX, type LucideIcon } from 'lucide-react';
import { memo, type ReactNode, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { countOf, type Items } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

import { ItemList } from './item-list.tsx';
import {
  useIsBehind,
  useIsOnline,
  useLibrary,
  useLinkKeys,
  useLoading,
  useRetry,
} from '#web/hooks/library-hooks.ts';
import { ListBar } from './list-bar.tsx';
import styles from './listing.module.css';
import { MarksContext, noMarks } from './marks.ts';
import type { Place } from './place.ts';
import { RowOverlays } from './row-overlays.tsx';
import type { MenuTarget, RowCallbacks } from './row-props.ts';
import { SkeletonList } from './skeleton-list.tsx';
import { useListCommands } from './use-list-commands.ts';
import { useListKeys } from './use-list-keys.ts';
import { useListOrder } from './use-list-order.ts';
import { useListQuery } from './use-list-query.ts';
import { useFocusAfterSelection } from './use-focus-after-selection.ts';
import { useSelection } from './use-selection.ts';

interface ListingProps {
  readonly place: Place;
  readonly label: string;
  /** The folders to show above the links. */
  readonly folders?: readonly Key[];
  readonly empty: { readonly icon: LucideIcon; readonly text: string; readonly actions?: ReactNode };
}

const NO_FOLDERS: readonly Key[] = [];

/** The list of a place, with its actions. Give each place its own React key. */
export function Listing(props: ListingProps) {
  const loading = useLoading();
  const isOnline = useIsOnline();
  const isBehind = useIsBehind();
  const text = useDeferredValue(useStore(useClientState().search)).trim();
  if (!REQUIRED[props.place.kind].some((collection) => loading[collection]))
    return <LoadedListing {...props} text={text} />;
  return isOnline && !isBehind ? <SkeletonList /> : <Unreachable />;
}

/** The collections that must be loaded before a place can be shown. */
const REQUIRED = {
  all: ['links'],
  folder: ['links', 'folders', 'folder_links'],
  favorites: ['links', 'folders', 'favorites'],
  trash: ['links', 'folders'],
} as const satisfies Record<Place['kind'], readonly LibraryCollection[]>;

function Unreachable() {
  const retry = useRetry();
  return (
    <EmptyState
      icon={CloudOff}
      title="Couldn't reach the server"
      text="This browser hasn't stored your library yet. Check your connection and try again."
    >
      <Button kind="outlined" onPress={retry}>
        Try again
      </Button>
    </EmptyState>
  );
}

/** Its `text` is a deferred value, so it does not render at each key press. */
const LoadedListing = memo(function LoadedListing(props: ListingProps & { readonly text: string }) {
  const { place, label, folders: allFolders = NO_FOLDERS, empty, text } = props;
  const { search } = useClientState();
  const [order] = useListOrder(place);
  const query = useListQuery(place, text);
  const links = useLinkKeys(place, order, query);
  const folders = useMatchingFolders(allFolders, text);
  const shown = useMemo(() => ({ folders, links }), [folders, links]);
  usePublishedCount(countOf(shown));
  const { selection, selected, toggle, selectAll, clear } = useSelection(shown);
  const [menu, setMenu] = useState<MenuTarget | null>(null);
  const [toDelete, setToDelete] = useState<Items | 'everything' | null>(null);
  const callbacks = useMemo<RowCallbacks>(() => ({ toggle, openMenu: setMenu }), [toggle]);
  const listRef = useRef<HTMLDivElement>(null);
  const commands = useListCommands(place, setToDelete);
  const onKeyDown = useListKeys({ shown, selected, commands, onSelectAll: selectAll, onClear: clear });
  const isOverlayOpen = menu !== null || toDelete !== null;
  useFocusAfterSelection(listRef, countOf(selected) > 0, isOverlayOpen);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/no-static-element-interactions -- the keys act on the focused row
    <div ref={listRef} className={styles.listing} tabIndex={-1} onKeyDown={onKeyDown}>
      {countOf(shown) > 0 ? (
        <>
          <ListBar
            place={place}
            text={text}
            shown={shown}
            selected={selected}
            commands={commands}
            onSelectAll={selectAll}
            onClear={clear}
            onDelete={setToDelete}
          />
          <MarksContext value={query?.marks ?? noMarks}>
            <ItemList
              label={label}
              rows={shown}
              place={place}
              selection={selection}
              isOverlayOpen={isOverlayOpen}
              callbacks={callbacks}
            />
          </MarksContext>
        </>
      ) : text === '' ? (
        <EmptyState icon={empty.icon} title="Empty" text={empty.text}>
          {empty.actions}
        </EmptyState>
      ) : (
        <NoMatch
          text={text}
          onClear={() => {
            search.set('');
            listRef.current?.focus();
          }}
        />
      )}
      <RowOverlays place={place} menu={menu} onMenu={setMenu} toDelete={toDelete} onDelete={setToDelete} />
    </div>
  );
});

function NoMatch({ text, onClear }: { readonly text: string; readonly onClear: () => void }) {
  return (
    <EmptyState icon={SearchX} title="No match" text={`No links match "${text}".`}>
      <Button kind="outlined" onPress={onClear}>
        Clear search
      </Button>
    </EmptyState>
  );
}

function useMatchingFolders(folders: readonly Key[], text: string): readonly Key[] {
  const library = useLibrary();
  return useMemo(() => {
    const needle = text.toLowerCase();
    if (needle === '') return folders;
    return folders.filter((key) => library.folder(key)?.name.toLowerCase().includes(needle) === true);
  }, [folders, library, text]);
}

/** Shows the count in the header while the list is mounted. A layout effect updates both in the same frame. */
function usePublishedCount(count: number): void {
  const { found } = useClientState();
  useLayoutEffect(() => {
    found.set(count);
  }, [found, count]);
  useLayoutEffect(
    () => () => {
      found.set(null);
    },
    [found],
  );
}
