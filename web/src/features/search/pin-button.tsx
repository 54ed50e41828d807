import { Pin } from 'lucide-react';

import { useCommandContext } from '#web/commands/command-context.ts';
import { useActions } from '#web/hooks/library-hooks.ts';
import { usePinnedSearches } from '#web/hooks/pinned-searches.ts';
import { SEARCH_PATH } from '#web/state/search.ts';
import { basePath } from '#web/ui/browser/base-path.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { itemsOf } from '@foldmark/library/memory/items';

interface PinButtonProps {
  readonly text: string;
  /** The place in the URL to which the search is narrowed. */
  readonly narrowedTo: string | null;
  /** The name of that place. */
  readonly placeName: string | null;
}

/** Pins the search to the rail, as a favorite link to its results. Pressed again, moves that link to the trash. */
export function PinButton({ text, narrowedTo, placeName }: PinButtonProps) {
  const actions = useActions();
  const { gestures } = useCommandContext();
  const params = new URLSearchParams({ q: text, ...(narrowedTo === null ? {} : { in: narrowedTo }) });
  const path = `${SEARCH_PATH}?${params.toString()}`;
  const pinned = usePinnedSearches().find((search) => search.path === path);
  return (
    <button
      type="button"
      className={buttonClass('icon')}
      aria-label="Pin search"
      aria-pressed={pinned !== undefined}
      title={pinned === undefined ? 'Pin this search to the side' : 'Unpin this search'}
      onClick={() => {
        if (pinned === undefined)
          actions.pinSearch(
            location.origin + basePath() + path,
            placeName === null ? text : `${text} in ${placeName}`,
          );
        else gestures.trash(itemsOf('link', [pinned.link]));
      }}
    >
      <Pin aria-hidden="true" />
    </button>
  );
}
