import { itemsOf, type Items } from '#web/sync/library/items.ts';

import { DeleteForever } from './delete-forever.tsx';
import type { Place } from './place.ts';
import { RowMenu } from './row-menu.tsx';
import type { MenuTarget } from './row-props.ts';

interface RowOverlaysProps {
  readonly place: Place;
  /** The row whose menu is open. */
  readonly menu: MenuTarget | null;
  readonly onMenu: (menu: MenuTarget | null) => void;
  /** The items to delete once the user confirms. */
  readonly toDelete: Items | 'everything' | null;
  readonly onDelete: (toDelete: Items | 'everything' | null) => void;
}

/** The open menu of a row, and the question before items are deleted forever. */
export function RowOverlays({ place, menu, onMenu, toDelete, onDelete }: RowOverlaysProps) {
  return (
    <>
      {menu === null ? null : (
        <RowMenu
          place={place}
          target={menu}
          onClose={() => {
            onMenu(null);
          }}
          onDeleteForever={({ kind, key }) => {
            onDelete(itemsOf(kind, [key]));
          }}
        />
      )}
      {toDelete === null ? null : (
        <DeleteForever
          items={toDelete}
          onClose={() => {
            onDelete(null);
          }}
        />
      )}
    </>
  );
}
