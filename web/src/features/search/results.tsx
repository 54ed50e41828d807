import { SearchX } from 'lucide-react';
import { memo, type ReactNode, useMemo } from 'react';

import { useLinkKeys } from '#web/hooks/library-hooks.ts';
import { Listing } from '#web/listing/listing.tsx';
import type { Place } from '#web/listing/place.ts';
import { useListOrder } from '#web/listing/use-list-order.ts';
import type { SearchQuery } from '#web/search/compile-query.ts';
import { useClientState } from '#web/state/client-state.ts';
import { Button } from '#web/ui/button.tsx';

import styles from './results.module.css';
import type { SearchPlace } from './search-place.ts';
import { useAddition } from './use-addition.ts';
import { useFoldersAt, useFoldersNamed } from './use-matching-folders.ts';
import { usePublishedCount } from './use-published-count.ts';
import { useResultKeys } from './use-result-keys.ts';
import { useSearchQuery } from './use-search-query.ts';

interface ResultsProps {
  readonly text: string;
  /** The part of the library to search; null for all of it. */
  readonly place: SearchPlace | null;
}

/** Its text is a deferred value, so it does not render at each key press. */
export const Results = memo(function Results({ text, place }: ResultsProps) {
  const { query, quoted, list, searched } = useSearchQuery(text, place);
  const [order] = useListOrder(list);
  const links = useLinkKeys(list, order, query);
  const all = useFoldersAt(place);
  const folders = useFoldersNamed(all, text);
  const total = useLinkKeys(searched.list, order, searched.query).length + all.length;
  usePublishedCount(text, links.length + folders.length, total);
  const addition = useAddition(text, links);
  const results = useMemo(() => ({ text, query, addition }), [text, query, addition]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the keys act on the focused row
    <div className={styles.results} {...useResultKeys()}>
      {query.hints.length === 0 ? null : <p className={styles.note}>{query.hints.join(' ')}</p>}
      {addition === null ? null : (
        <p className={styles.note} role="status">
          Your new link shows first. This search doesn't find it.
        </p>
      )}
      <Listing
        place={list}
        label="Search results"
        folders={folders}
        empty={{
          icon: SearchX,
          title: 'No match',
          text: `No links match "${text}".`,
          actions: <NoMatchActions list={list} query={query} quoted={quoted} />,
        }}
        results={results}
      />
    </div>
  );
});

interface NoMatchActionsProps {
  readonly list: Place;
  readonly query: SearchQuery;
  readonly quoted: SearchQuery | null;
}

function NoMatchActions({ list, query, quoted }: NoMatchActionsProps): ReactNode {
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

interface ExactSearchProps {
  readonly list: Place;
  readonly query: SearchQuery;
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
