import { Search } from 'lucide-react';

import { useLink } from '#web/hooks/library-hooks.ts';
import { type PinnedSearch, usePinnedSearches } from '#web/hooks/pinned-searches.ts';
import { RouteLink } from '#web/ui/pages/route-link.tsx';

import styles from './left-rail.module.css';
import { useIsShownSearch } from './use-is-shown-search.ts';

interface PinnedSearchesProps {
  readonly onNavigate: (() => void) | undefined;
}

/** The pinned searches, in the rail. */
export function PinnedSearches({ onNavigate }: PinnedSearchesProps) {
  const searches = usePinnedSearches();
  return searches.map((search) => <Pinned key={search.link} {...search} onNavigate={onNavigate} />);
}

function Pinned({ link, path, onNavigate }: PinnedSearch & PinnedSearchesProps) {
  const name = useLink(link)?.name ?? '';
  const isCurrent = useIsShownSearch(path);
  return (
    <RouteLink
      to={path}
      className={styles.link}
      title={name}
      aria-current={isCurrent ? 'page' : undefined}
      onClick={onNavigate}
    >
      <Search aria-hidden="true" />
      <span className="one-line" dir="auto">
        {name}
      </span>
    </RouteLink>
  );
}
