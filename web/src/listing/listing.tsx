import type { LibraryCollection } from '@foldmark/contract/firestore-paths';
import { CloudOff, SearchX, type LucideIcon } from 'lucide-react';
import { memo, useDeferredValue, useLayoutEffect, useMemo, useRef, useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { countOf, type Items, itemsOf } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

import { DeleteForever } from './delete-forever.tsx';
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
import type { Place } from './place.ts';
import { RowMenu } from './row-menu.tsx';
import type { MenuTarget, RowTools } from './row-tools.ts';
import { SkeletonList } from './skeleton-list.tsx';
import { NOTHING_SELECTED, rangeToggled, selectedOf, selectionOf, toggled } from './selection.ts';
import { useFocusAfterSelection } from './use-focus-after-selection.ts';

interface ListingProps {
  readonly place: Place;
  readonly label: string;
  /** Folders that stand before the links. */
  readonly folders?: readonly Key[];
  readonly empty: { readonly icon: LucideIcon; readonly text: string };
}

const NO_FOLDERS: readonly Key[] = [];

/** The list of a place with everything one can do in it. Give it a key of its own for each place. */
export function Listing(props: ListingProps) {
  const loading = useLoading();
  const isOnline = useIsOnline();
  const isBehind = useIsBehind();
  const text = useDeferredValue(useStore(useClientState().search)).trim();
  if (!NEEDED[props.place.kind].some((collection) => loading[collection]))
    return <LoadedListing {...props} text={text} />;
  return isOnline && !isBehind ? <SkeletonList /> : <Unreachable />;
}

/** What must be there before a place can be shown as it is. */
const NEEDED = {
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

/** Renders when there is time for what was typed, and not with each key. */
const LoadedListing = memo(function LoadedListing(props: ListingProps & { readonly text: string }) {
  const { place, label, folders: all = NO_FOLDERS, empty, text } = props;
  const { search } = useClientState();
  const links = useLinkKeys(place, text);
  const folders = useMatchingFolders(all, text);
  const shown = useMemo(() => ({ folders, links }), [folders, links]);
  useFound(countOf(shown));
  const shownRef = useRef<Items>(shown);
  useLayoutEffect(() => {
    shownRef.current = shown;
  }, [shown]);

  const [selection, setSelection] = useState(NOTHING_SELECTED);
  const [menu, setMenu] = useState<MenuTarget | null>(null);
  const [doomed, setDoomed] = useState<Items | 'everything' | null>(null);
  const tools = useMemo<RowTools>(
    () => ({
      toggle: (item, withShift) => {
        // Read when it is needed: the tools stay the same, and rows that a search leaves in place don't render again.
        const { current } = shownRef;
        setSelection((before) => (withShift ? rangeToggled(before, item, current) : toggled(before, item)));
      },
      openMenu: setMenu,
    }),
    [],
  );
  const selected = useMemo(() => selectedOf(shown, selection), [shown, selection]);
  const clear = () => {
    setSelection(NOTHING_SELECTED);
  };
  const listRef = useRef<HTMLDivElement>(null);
  const isAsking = menu !== null || doomed !== null;
  useFocusAfterSelection(listRef, countOf(selected) > 0, isAsking);

  return (
    <div ref={listRef} className={styles.listing} tabIndex={-1}>
      {countOf(shown) > 0 ? (
        <>
          <ListBar
            place={place}
            shown={shown}
            selected={selected}
            onSelectAll={() => {
              setSelection(selectionOf(shown));
            }}
            onClear={clear}
            onDelete={setDoomed}
          />
          <ItemList
            label={label}
            rows={shown}
            isTrash={place.kind === 'trash'}
            selection={selection}
            isAsking={isAsking}
            tools={tools}
          />
        </>
      ) : text === '' ? (
        <EmptyState icon={empty.icon} title="Empty" text={empty.text} />
      ) : (
        <NoMatch
          text={text}
          onClear={() => {
            search.set('');
            listRef.current?.focus();
          }}
        />
      )}
      {menu === null ? null : (
        <RowMenu
          place={place}
          target={menu}
          onClose={() => {
            setMenu(null);
          }}
          onDeleteForever={({ kind, key }) => {
            setDoomed(itemsOf(kind, [key]));
          }}
        />
      )}
      {doomed === null ? null : (
        <DeleteForever
          doomed={doomed}
          onClose={() => {
            setDoomed(null);
          }}
        />
      )}
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

/** Says in the header how many are shown, as long as they are, and in the same frame. */
function useFound(count: number): void {
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
