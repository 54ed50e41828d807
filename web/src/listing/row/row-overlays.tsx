import type { ItemTarget } from '#web/commands/command.ts';
import { ItemMenu } from '#web/commands/item-menu.tsx';
import { type Items, itemsOf } from '@foldmark/library/memory/items';

import { OpenMany } from '../selection/open-many.tsx';
import { DeleteForever } from './delete-forever.tsx';
import type { Overlays } from './use-overlays.ts';

interface RowOverlaysProps {
  readonly overlays: Overlays;
  readonly selected: Items;
  readonly targetOf: (items: Items, where: 'row' | 'selection') => ItemTarget;
}

/** The open menu of a row or of the selection, and the open question. */
export function RowOverlays({ overlays, selected, targetOf }: RowOverlaysProps) {
  const { menu, question, closeMenu, closeQuestion } = overlays;
  return (
    <>
      {menu === null ? null : (
        <ItemMenu
          {...menu}
          target={
            menu.isOfSelection
              ? targetOf(selected, 'selection')
              : targetOf(itemsOf(menu.kind, [menu.key]), 'row')
          }
          onClose={closeMenu}
        />
      )}
      {question?.kind === 'delete' ? <DeleteForever items={question.items} onClose={closeQuestion} /> : null}
      {question?.kind === 'open' ? <OpenMany urls={question.urls} onClose={closeQuestion} /> : null}
    </>
  );
}
