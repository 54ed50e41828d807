import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { useFolder } from '#web/hooks/library-hooks.ts';
import { onOwnEntry } from '#web/listing/selection/use-back-ends-selection.ts';
import { focusSearchField, isSearchPath } from '#web/state/search.ts';
import { pagePath } from '#web/ui/browser/base-path.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { buttonClass } from '#web/ui/buttons/button-class.ts';

import styles from './place-chip.module.css';
import { nameOfPlace, searchStateIn, type SearchPlace } from './search-place.ts';

interface PlaceChipProps {
  readonly place: SearchPlace;
  /** Whether the search is narrowed to the place. */
  readonly isOn: boolean;
}

/** Narrows the search to the place where it began, or widens it again. */
export function PlaceChip({ place, isOn }: PlaceChipProps) {
  const name = nameOfPlace(place, useFolder(place.kind === 'folder' ? place.folder : 0));
  const toggle = useToggle({ place, isOn });
  const chip = useRef<HTMLButtonElement>(null);
  useFocusAfterChip(chip);
  return (
    <button
      ref={chip}
      type="button"
      className={buttonClass('plain', styles.chip)}
      aria-pressed={isOn}
      title={`In ${name}`}
      onClick={toggle}
    >
      <span className="one-line" dir="auto">
        In {name}
      </span>
    </button>
  );
}

/** Moves the focus to the field if the focused chip disappears, for example because another device trashed its folder. */
function useFocusAfterChip(chip: RefObject<HTMLButtonElement | null>): void {
  const wasFocused = useRef(false);
  useLayoutEffect(() => {
    const button = chip.current;
    return () => {
      wasFocused.current = document.activeElement === button;
    };
  }, [chip]);
  useEffect(
    () => () => {
      // Another page has moved the focus itself.
      if (wasFocused.current && isSearchPath(pagePath())) focusSearchField();
    },
    [],
  );
}

/** Widens a search that finds nothing in its place. */
export function WidenButton({ place }: Pick<PlaceChipProps, 'place'>) {
  const toggle = useToggle({ place, isOn: true });
  return (
    <Button
      kind="outlined"
      onPress={() => {
        toggle();
        // The button with the focus is about to disappear.
        focusSearchField();
      }}
    >
      Search everywhere
    </Button>
  );
}

function useToggle({ place, isOn }: PlaceChipProps): () => void {
  const folder = useFolder(place.kind === 'folder' ? place.folder : 0);
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  return () => {
    onOwnEntry(() => {
      const value = place.kind === 'folder' ? String(folder?.folder_id ?? place.folder) : place.kind;
      // The browser's URL is newer than the router's, which does not follow each letter.
      const next = new URLSearchParams(globalThis.location.search);
      if (isOn) next.delete('in');
      else next.set('in', value);
      void navigate(
        { pathname, search: next.toString() },
        { replace: true, state: { search: { ...searchStateIn(state), place: value } } },
      );
    });
  };
}
