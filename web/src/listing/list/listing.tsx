import type { LibraryCollection } from '@foldmark/library/entities/collections';
import { CloudOff, type LucideIcon } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';

import { countOf, type Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { keysWithout } from '@foldmark/library/memory/keys-without';
import type { SearchQuery } from '@foldmark/library/search/compiled-query';
import { Button } from '#web/ui/buttons/button.tsx';
import { EmptyState } from '#web/ui/pages/empty-state.tsx';
import { CloseNotLoaded } from '#web/ui/loading/not-loaded.tsx';

import type { Headings } from './date-headings.ts';
import { ItemList } from './item-list.tsx';
import { useIsBehind, useIsOnline, useLinkKeys, useLoading, useRetry } from '#web/hooks/library-hooks.ts';
import { RowOverlays } from './lazy-list-parts.ts';
import { ListBar } from './list-bar.tsx';
import styles from './listing.module.css';
import { MarksContext, NO_MARKS } from '../row/marks.ts';
import type { Place } from '../place/place.ts';
import { rowFields, RowFieldsContext } from '../row/row-fields.ts';
import type { OpenMenu, RowCallbacks } from '../row/row-props.ts';
import { SkeletonList } from './skeleton-list.tsx';
import { useItemList } from './use-item-list.ts';
import { useDateHeadings } from './use-date-headings.ts';
import { useListLook, useListOrder } from './use-list-choices.ts';
import { useListTargets } from './use-list-targets.ts';
import { useContextMenu } from '../row/use-context-menu.ts';
import { useNoteOpened } from '../row/use-note-opened.ts';
import { useOverlays } from '../row/use-overlays.ts';
import { useTapSelection } from '../selection/use-tap-selection.ts';
import { useVisit } from './use-visit.ts';

export interface ListingProps {
  /** Identifies the list. Another list starts at its top, without a selection. */
  readonly list: string;
  readonly place: Place;
  readonly label: string;
  /** The folders to show above the links. */
  readonly folders?: readonly Key[];
  readonly empty: {
    readonly icon: LucideIcon;
    readonly title?: string;
    readonly text: string;
    readonly actions?: ReactNode;
  };
  /** The results of a search to show, instead of the whole place. */
  readonly results?: Results;
}

interface Results {
  readonly text: string;
  readonly query: SearchQuery;
  /** Links to show first if the search does not find them. */
  readonly additions: readonly Key[];
  /** Whether the folders are results too. Otherwise they lead to their links, and Select all leaves them out. */
  readonly hasFolders: boolean;
}

const NO_FOLDERS: readonly Key[] = [];
const NO_LINKS: readonly Key[] = [];
const TRASH: Place = { kind: 'trash' };

/** The list of a place, with its actions. */
export function Listing(props: ListingProps) {
  const loading = useLoading();
  const isOnline = useIsOnline();
  const isBehind = useIsBehind();
  const required = props.results === undefined ? REQUIRED[props.place.kind] : REQUIRED_TO_SEARCH;
  if (!required.some((collection) => loading[collection])) return <LoadedListing {...props} />;
  return isOnline && !isBehind ? <SkeletonList /> : <Unreachable />;
}

/** The collections that must be loaded before a place can be shown. */
const REQUIRED = {
  all: ['links'],
  folder: ['links', 'folders', 'folder_links'],
  favorites: ['links', 'folders', 'favorites'],
  trash: ['links', 'folders'],
} as const satisfies Record<Place['kind'], readonly LibraryCollection[]>;

const REQUIRED_TO_SEARCH = [
  'links',
  'folders',
  'folder_links',
  'favorites',
] as const satisfies readonly LibraryCollection[];

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

const LoadedListing = memo(function LoadedListing(props: ListingProps) {
  const { label, empty, results } = props;
  const visit = useVisit(props.list);
  const query = results?.query ?? null;
  // The actions fit the place of the shown links. A search for trashed links only gets those of the trash.
  const place = query?.byStatus === null && query.isTrash ? TRASH : props.place;
  const { rows: shown, headings } = useShown(props);
  const overlays = useOverlays(visit);
  const { openMenu, ask } = overlays;
  const isSearch = results !== undefined;
  const { order, isReversed, flip } = useListOrder(props.place);
  const { look, choose: chooseLook } = useListLook(props.place);
  const fields = useMemo(() => rowFields(place, order, isSearch), [place, order, isSearch]);
  const arrangement = `${order} ${isReversed} ${results?.text ?? ''}`;
  const list = useItemList({
    visit,
    look,
    rows: shown,
    headings,
    arrangement,
    isOverlayOpen: overlays.isAnyOpen,
  });
  const { selected, controller, rootRef } = list;
  const { toggle, clear } = controller;
  const all =
    results?.hasFolders === false && shown.links.length > 0 ? { ...shown, folders: NO_FOLDERS } : shown;
  const selectAll = () => {
    controller.selectAll(all);
  };
  const callbacks = useRowCallbacks(toggle, openMenu);
  const targets = useListTargets({
    listRef: rootRef,
    place,
    look: { look, choose: chooseLook },
    shown,
    selected,
    onAsk: ask,
    onSelectAll: selectAll,
    onClear: clear,
    onToggle: toggle,
    onEnter: controller.enter,
    onFlip: flip,
  });
  const tapProps = useTapSelection({ shown, selected, toggle });
  const openedProps = useNoteOpened(shown);
  const onContextMenu = useContextMenu({ shown, ...list, onOpen: openMenu });

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the events of its rows
    <div
      ref={rootRef}
      className={styles.listing}
      tabIndex={-1}
      data-look={look}
      data-selecting={countOf(selected) > 0 ? '' : undefined}
      onContextMenu={onContextMenu}
      {...tapProps}
      {...openedProps}
    >
      {countOf(shown) > 0 ? (
        <>
          <ListBar
            place={place}
            text={results?.text ?? ''}
            shown={shown}
            all={all}
            targets={targets}
            onAsk={ask}
          />
          <MarksContext value={query ?? NO_MARKS}>
            <RowFieldsContext value={fields}>
              <ItemList
                list={list}
                label={label}
                rows={shown}
                headings={headings}
                arrangement={`${visit} ${arrangement}`}
                place={place}
                menuOf={overlays.menu}
                callbacks={callbacks}
              />
            </RowFieldsContext>
          </MarksContext>
        </>
      ) : (
        <EmptyState icon={empty.icon} title={empty.title ?? 'Empty'} text={empty.text}>
          {empty.actions}
        </EmptyState>
      )}
      {overlays.isAnyOpen ? (
        <CloseNotLoaded value={overlays.closeAll}>
          <RowOverlays overlays={overlays} selected={selected} targetOf={targets.targetOf} />
        </CloseNotLoaded>
      ) : null}
    </div>
  );
});

/** The object stays the same, because new callbacks would render every row. */
function useRowCallbacks(toggle: RowCallbacks['toggle'], openMenu: (menu: OpenMenu) => void): RowCallbacks {
  return useMemo(
    () => ({
      toggle,
      openMenu: (target) => {
        openMenu({ ...target, isOfSelection: false });
      },
    }),
    [toggle, openMenu],
  );
}

/** The folders and links to list, and the headings between the links. */
function useShown({ place, folders = NO_FOLDERS, results }: ListingProps): Shown {
  const { order, isReversed } = useListOrder(place);
  const found = useLinkKeys(place, order, results?.query ?? null, isReversed);
  const additions = results?.additions ?? NO_LINKS;
  const rows = useMemo(
    () => ({ folders, links: withFirst(keysWithout(additions, found), found) }),
    [folders, found, additions],
  );
  const above = countOf(rows) - found.length;
  return { rows, headings: useDateHeadings({ links: found, above, order, isReversed }) };
}

interface Shown {
  readonly rows: Items;
  readonly headings: Headings;
}

/** Returns the same list if `first` is empty, because it can have 100,000 keys. */
function withFirst(first: readonly Key[], list: readonly Key[]): readonly Key[] {
  return first.length === 0 ? list : [...first, ...list];
}
