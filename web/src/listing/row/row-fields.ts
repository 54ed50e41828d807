import { createContext } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import type { LinkOrder } from '@foldmark/library/memory/link-views';

import { folderOf, type Place } from '../place/place.ts';

/** What the rows of a list show besides the name. */
export interface RowFields {
  readonly date: 'created' | 'edited';
  /** What the date is. The last change of an item in the trash is that it was deleted. */
  readonly dateLabel: 'Added' | 'Edited' | 'Deleted';
  /** Whether the date shows at any width, because the list is sorted by it or is the trash. */
  readonly isSortedByDate: boolean;
  /** Whether the rows show from where they were deleted. */
  readonly isTrash: boolean;
  readonly hasFolders: boolean;
  /** The folder of the list, which its rows don't repeat. */
  readonly shownFolder: Key | null;
}

export function rowFields(place: Place, order: LinkOrder, isSearch: boolean): RowFields {
  const isTrash = place.kind === 'trash';
  const date = order === 'edited' || (isTrash && order !== 'created') ? 'edited' : 'created';
  return {
    date,
    dateLabel: date === 'created' ? 'Added' : isTrash ? 'Deleted' : 'Edited',
    isSortedByDate: isTrash || order === 'created' || order === 'edited',
    isTrash,
    hasFolders: isSearch || (place.kind !== 'folder' && place.kind !== 'trash'),
    shownFolder: folderOf(place),
  };
}

/** Provided by a context, so that a new value renders only the cells that show it. */
export const RowFieldsContext = createContext<RowFields>({
  date: 'created',
  dateLabel: 'Added',
  isSortedByDate: false,
  isTrash: false,
  hasFolders: false,
  shownFolder: null,
});
