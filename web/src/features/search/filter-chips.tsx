import { useClientState } from '#web/state/client-state.ts';
import { focusSearchField } from '#web/state/search.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { hasTerm, toggledTerm } from '@foldmark/library/search/toggle-term';

import styles from './place-chip.module.css';
import { PlaceChip } from './place-chip.tsx';
import type { SearchPlace } from './search-place.ts';

/** The fields that a chip adds to the search. */
const CHIPS = [
  ['Favorites', 'is:favorite'],
  ['Unfiled', 'is:unfiled'],
  ['Has note', 'has:note'],
  ['This year', 'created:"this year"'],
] as const;

interface FilterChipsProps {
  readonly text: string;
  /** Where the search began. */
  readonly place: SearchPlace | null;
  readonly isNarrowed: boolean;
}

/** Narrows the search to the place where it began, or by fields that its text then has. */
export function FilterChips({ text, place, isNarrowed }: FilterChipsProps) {
  const { search } = useClientState();
  return (
    <div role="group" aria-label="Narrow the search" className={styles.chips}>
      {place === null ? null : <PlaceChip place={place} isOn={isNarrowed} />}
      {CHIPS.map(([label, term]) => (
        <button
          key={term}
          type="button"
          className={buttonClass('plain', styles.chip)}
          aria-pressed={hasTerm(text, term)}
          title={term}
          onClick={() => {
            const toggled = toggledTerm(search.get(), term);
            // Without a text the search ends, and the chips go with it.
            if (toggled === '') focusSearchField();
            search.set(toggled);
          }}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
