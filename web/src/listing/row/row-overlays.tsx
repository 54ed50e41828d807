import { type Items, itemsOf } from '@foldmark/library/memory/items';

import { DeleteForever } from './delete-forever.tsx';
import { OpenMany } from '../selection/open-many.tsx';
import type { Place } from '../place/place.ts';
import { RowMenu } from './row-menu.tsx';
import { SelectionMenu } from '../selection/selection-menu.tsx';
import type { CommandsFor } from '../list/use-list-commands.ts';
import type { Overlays } from './use-overlays.ts';

interface RowOverlaysProps {
  readonly place: Place;
  readonly overlays: Overlays;
  readonly selected: Items;
  readonly commandsFor: CommandsFor;
  readonly onClear: () => void;
}

/** The open menu of a row or of the selection, and the open question. */
export function RowOverlays({ place, overlays, selected, commandsFor, onClear }: RowOverlaysProps) {
  const { menu, question, closeMenu, closeQuestion } = overlays;
  return (
    <>
      {menu === null ? null : menu.isOfSelection ? (
        <SelectionMenu
          target={menu}
          selected={selected}
          commands={commandsFor(selected)}
          onClear={onClear}
          onClose={closeMenu}
        />
      ) : (
        <RowMenu
          place={place}
          target={menu}
          commands={commandsFor(itemsOf(menu.kind, [menu.key]))}
          onClose={closeMenu}
        />
      )}
      {question?.kind === 'delete' ? <DeleteForever items={question.items} onClose={closeQuestion} /> : null}
      {question?.kind === 'open' ? <OpenMany urls={question.urls} onClose={closeQuestion} /> : null}
    </>
  );
}
