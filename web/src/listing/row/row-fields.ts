import { createContext } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { folderOf, type Place } from '../place/place.ts';

/** What the rows of a list show besides the name. */
export interface RowFields {
  readonly date: 'created' | 'edited';
  /** Whether the list is sorted by this date. Then the date shows at any width. */
  readonly isSortedByDate: boolean;
  readonly hasFolders: boolean;
  /** The folder of the list, which its rows don't repeat. */
  readonly shownFolder: Key | null;
}

export function rowFields(place: Place, order: LinkOrder, isSearch: boolean): RowFields {
  return {
    date: order === 'edited' ? 'edited' : 'created',
    isSortedByDate: order === 'created' || order === 'edited',
    hasFolders: isSearch || (place.kind !== 'folder' && place.kind !== 'trash'),
    shownFolder: folderOf(place),
  };
}

/** Provided by a context, so that a new value renders only the cells that show it. */
export const RowFieldsContext = createContext<RowFields>({
  date: 'created',
  isSortedByDate: false,
  hasFolders: false,
  shownFolder: null,
});
