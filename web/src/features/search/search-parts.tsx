import { type ComponentProps, type KeyboardEvent, type ReactNode, useLayoutEffect } from 'react';

import { useFocusTarget } from '#web/commands/command-context.ts';
import { useLinkKeys } from '#web/hooks/library-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import { rowOf } from '#web/listing/list/row-of.ts';
import { useListOrder } from '#web/listing/list/use-list-choices.ts';
import { useClientState, type Found } from '#web/state/client-state.ts';
import { focusSearchField } from '#web/state/search.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { beforeFieldName } from '@foldmark/library/search/unfinished';
import { keysWithout } from '@foldmark/library/memory/keys-without';
import { overlay } from '#web/ui/loading/loadable.tsx';
import { Button } from '#web/ui/buttons/button.tsx';

import { compileSearch, type CompiledSearch } from './compile-search.ts';
import { HelpButton } from './field-tips.tsx';
import { FilterChips } from './filter-chips.tsx';
import { OfferedSearch } from './offered-search.tsx';
import { PinButton } from './pin-button.tsx';
import { WidenButton } from './place-chip.tsx';
import styles from './search-parts.module.css';
import type { SearchPlace } from './search-place.ts';

const { Component: DidYouMean } = overlay(
  async () => (await import('./did-you-mean.tsx')).DidYouMean,
  'silent',
);

/** The additional parts of a search page. They load after the first list. */
export type SearchParts = typeof SEARCH_PARTS;

type PageActionsProps = Omit<ComponentProps<typeof FilterChips>, 'isNarrowed'> &
  ComponentProps<typeof PinButton>;

function PageActions({ text, place, ...pin }: PageActionsProps) {
  return (
    <>
      <FilterChips text={text} place={place} isNarrowed={pin.narrowedTo !== null} />
      <PinButton text={text} {...pin} />
      <HelpButton />
    </>
  );
}

interface NotesProps {
  readonly search: CompiledSearch;
  readonly text: string;
  readonly additions: readonly Key[];
  /** The number of folders in the list. */
  readonly folders: { readonly found: number; readonly all: number };
  /** The URL names a place that the library does not have. */
  readonly isPlaceGone: boolean;
}

/** Notes about the results. Also publishes their count. */
function Notes({ search, text, additions, folders, isPlaceGone }: NotesProps) {
  const { query, list, searched } = search;
  const { order } = useListOrder(list);
  const links = useLinkKeys(list, order, query);
  const total = useLinkKeys(searched.list, 'url', searched.query).length + folders.all;
  const found = links.length + folders.found;
  const missed = keysWithout(additions, links).length;
  const hints = query.hints.join(' ');
  useFocusTarget(null, (at) => (at.closest('main') === null ? null : { targets: { results: {} } }));
  usePublishedCount({ text, shown: search.text, count: found, total, hints });
  return (
    <>
      {isPlaceGone ? (
        <p className={styles.note} role="status">
          The folder of this search is no longer in your library, so everything is searched.
        </p>
      ) : null}
      {hints === '' ? null : <p className={styles.note}>{hints}</p>}
      {missed === 0 ? null : (
        <p className={styles.note} role="status">
          {missed === 1
            ? "Your new link shows first. This search doesn't find it."
            : `Your ${countText(missed, 'new link')} show first. This search doesn't find them.`}
        </p>
      )}
      {found === 0 ? null : (
        <div className={styles.exact}>
          <ExactSearch search={search} />
        </div>
      )}
    </>
  );
}

interface NoMatchActionsProps {
  readonly search: CompiledSearch;
  /** The place that the search is narrowed to. */
  readonly place: SearchPlace | null;
}

function NoMatchActions({ search, place }: NoMatchActionsProps): ReactNode {
  const state = useClientState();
  return (
    <div className={styles.actions}>
      <DidYouMean search={search} />
      <ExactSearch search={search} />
      <OperatorSearch search={search} />
      {place === null ? null : <WidenButton place={place} />}
      <Button
        kind="outlined"
        onPress={() => {
          state.search.set('');
        }}
      >
        Clear search
      </Button>
    </div>
  );
}

/** Offers a search of the exact text, because operators can hide links that contain it. */
function ExactSearch({ search }: { readonly search: CompiledSearch }): ReactNode {
  const { quoted } = search;
  if (quoted === null) return null;
  return <OfferedSearch search={search} other={quoted} label={`Search for the exact text ${quoted.text}`} />;
}

/** Offers a search with operators, because users also write "soup or salad". */
function OperatorSearch({ search }: { readonly search: CompiledSearch }): ReactNode {
  const { capitalized } = search;
  if (capitalized === null) return null;
  return <OfferedSearch search={search} other={capitalized} label={`Search for ${capitalized.text}`} />;
}

/** ArrowUp in the first row returns to the field. */
function leaveFirstRow(event: KeyboardEvent<HTMLElement>): void {
  const { key, altKey, ctrlKey, metaKey, target, currentTarget } = event;
  if (key !== 'ArrowUp' || altKey || ctrlKey || metaKey || rowOf(target, currentTarget) !== 0) return;
  event.preventDefault();
  event.stopPropagation();
  focusSearchField();
}

export const SEARCH_PARTS = {
  compileSearch,
  mayBecomeField: (text: string) => beforeFieldName(text) !== null,
  PageActions,
  Notes,
  NoMatchActions,
  leaveFirstRow,
} as const;

/** Shows the count in the search field while the results are mounted. A layout effect updates both in one frame. */
function usePublishedCount({ text, shown, count, total, hints }: Found): void {
  const { found } = useClientState();
  useLayoutEffect(() => {
    found.set({ text, shown, count, total, hints });
  }, [found, text, shown, count, total, hints]);
  useLayoutEffect(
    () => () => {
      found.set(null);
    },
    [found],
  );
}
