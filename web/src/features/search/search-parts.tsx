import type { ReactNode } from 'react';

import { useLinkKeys } from '#web/hooks/library-hooks.ts';
import { useListOrder } from '#web/listing/use-list-order.ts';
import { useClientState } from '#web/state/client-state.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { Button } from '#web/ui/button.tsx';

import { compileSearch, type CompiledSearch } from './compile-search.ts';
import { HelpButton } from './field-tips.tsx';
import { PlaceChip } from './place-chip.tsx';
import { RESULT_KEYS } from './result-keys.ts';
import styles from './search-parts.module.css';
import type { SearchPlace } from './search-place.ts';
import { usePublishedCount } from './use-published-count.ts';

/** What the page of a search needs beside the list. Loads after the first list. */
export type SearchParts = typeof SEARCH_PARTS;

interface PageActionsProps {
  /** Where the search began. */
  readonly place: SearchPlace | null;
  readonly isNarrowed: boolean;
}

function PageActions({ place, isNarrowed }: PageActionsProps) {
  return (
    <>
      {place === null ? null : <PlaceChip place={place} isOn={isNarrowed} />}
      <HelpButton />
    </>
  );
}

interface NotesProps {
  readonly search: CompiledSearch;
  readonly text: string;
  readonly addition: Key | null;
  /** The number of folders in the list. */
  readonly folders: { readonly found: number; readonly all: number };
}

/** What the person should know about the results. Also counts them. */
function Notes({ search: { query, list, searched }, text, addition, folders }: NotesProps) {
  const [order] = useListOrder(list);
  const links = useLinkKeys(list, order, query);
  const total = useLinkKeys(searched.list, order, searched.query).length + folders.all;
  usePublishedCount(text, links.length + folders.found, total);
  return (
    <>
      {query.hints.length === 0 ? null : <p className={styles.note}>{query.hints.join(' ')}</p>}
      {addition === null || links.includes(addition) ? null : (
        <p className={styles.note} role="status">
          Your new link shows first. This search doesn't find it.
        </p>
      )}
    </>
  );
}

function NoMatchActions({ search: { list, query, quoted } }: { readonly search: CompiledSearch }): ReactNode {
  const { search } = useClientState();
  return (
    <div className={styles.actions}>
      {quoted === null || query.quoted === null ? null : (
        <ExactSearch list={list} query={quoted} text={query.quoted} />
      )}
      <Button
        kind="outlined"
        onPress={() => {
          search.set('');
        }}
      >
        Clear search
      </Button>
    </div>
  );
}

interface ExactSearchProps extends Pick<CompiledSearch, 'list' | 'query'> {
  readonly text: string;
}

/** Operators can hide links that contain the text as it was typed. */
function ExactSearch({ list, query, text }: ExactSearchProps) {
  const { search } = useClientState();
  const isFound = useLinkKeys(list, 'url', query).length > 0;
  if (!isFound) return null;
  return (
    <Button
      kind="primary"
      onPress={() => {
        search.set(text);
      }}
    >
      Search for the exact text {text}
    </Button>
  );
}

export const SEARCH_PARTS = { compileSearch, PageActions, Notes, NoMatchActions, RESULT_KEYS } as const;
