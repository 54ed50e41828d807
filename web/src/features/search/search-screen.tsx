import { useDeferredValue, useMemo } from 'react';
import { Navigate, useLocation, useSearchParams } from 'react-router-dom';

import { useFolderTree, useLibrary } from '#web/hooks/library-hooks.ts';
import { PlacePage } from '#web/listing/place-page.tsx';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { PageMeta } from '#web/ui/page-meta.tsx';

import { HelpButton } from './field-tips.tsx';
import { PlaceChip } from './place-chip.tsx';
import { Results } from './results.tsx';
import { readPlace, searchStateIn } from './search-place.ts';

/** The results of the search whose text is in the URL. */
export function SearchScreen() {
  const [params] = useSearchParams();
  const { state } = useLocation();
  const library = useLibrary();
  const tree = useFolderTree();
  const typed = useStore(useClientState().search).trim();
  const inUrl = (params.get('q') ?? '').trim();
  // Without a text, the page is about to be left.
  const text = useDeferredValue(typed === '' ? inUrl : typed);
  const narrowedTo = params.get('in');
  const offered = narrowedTo ?? searchStateIn(state).place;
  // Read again when the tree changes: the folder may be deleted, or have loaded only now.
  const place = useMemo(() => readPlace(offered, library, tree), [offered, library, tree]);
  if (inUrl === '') return <Navigate to="/" replace />;
  return (
    <PlacePage
      title="Search"
      actions={
        <>
          {place === null ? null : <PlaceChip place={place} isOn={narrowedTo !== null} />}
          <HelpButton />
        </>
      }
    >
      <PageMeta title="Search" description="Your links that match a search." path={null} />
      <Results key={narrowedTo} text={text} place={narrowedTo === null ? null : place} />
    </PlacePage>
  );
}
