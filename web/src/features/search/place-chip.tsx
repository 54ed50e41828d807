import { useLocation, useNavigate } from 'react-router-dom';

import { useFolder } from '#web/hooks/library-hooks.ts';
import { classNames } from '#web/ui/class-names.ts';
import buttonStyles from '#web/ui/button.module.css';

import styles from './place-chip.module.css';
import { searchStateIn, type SearchPlace } from './search-place.ts';

interface PlaceChipProps {
  readonly place: SearchPlace;
  /** Whether the search is narrowed to the place. */
  readonly isOn: boolean;
}

/** Narrows the search to the place where it began, or widens it again. */
export function PlaceChip({ place, isOn }: PlaceChipProps) {
  const folder = useFolder(place.kind === 'folder' ? place.folder : 0);
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const name = place.kind === 'folder' ? folder?.name : NAMES[place.kind];
  const toggle = () => {
    const value = place.kind === 'folder' ? String(folder?.folder_id ?? place.folder) : place.kind;
    // Newer than the router's, which does not follow each letter.
    const next = new URLSearchParams(globalThis.location.search);
    if (isOn) next.delete('in');
    else next.set('in', value);
    void navigate(
      { pathname, search: next.toString() },
      { replace: true, state: { search: { ...searchStateIn(state), place: value } } },
    );
  };
  return (
    <button
      type="button"
      className={classNames(buttonStyles.button, styles.chip)}
      aria-pressed={isOn}
      title={`In ${name ?? ''}`}
      onClick={toggle}
    >
      <span dir="auto">In {name}</span>
    </button>
  );
}

const NAMES = { favorites: 'Favorites', trash: 'Trash' } as const;
