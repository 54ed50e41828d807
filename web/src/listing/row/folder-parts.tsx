import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import type { FolderRecord } from '@foldmark/library/entities/records';
import type { Key } from '@foldmark/library/memory/keys';
import { use } from 'react';

import {
  useCountBelow,
  useFolder,
  useFolderCount,
  useLibrary,
  useSubFolderCount,
} from '#web/hooks/library-hooks.ts';
import { placeCountText } from '@foldmark/library/text/count-text';
import { RouteLink } from '#web/ui/pages/route-link.tsx';

import { marked } from '../items/marked.tsx';
import { MarksContext } from './marks.ts';
import { RowDate } from './row-date.tsx';
import { RowFieldsContext } from './row-fields.ts';
import { rowNameId } from './row-props.ts';
import type { RowStyles } from './row-controls.tsx';

interface FolderPartProps {
  readonly id: Key;
  readonly folder: FolderRecord;
  readonly isTrashed: boolean;
}

interface FolderNameProps extends FolderPartProps {
  readonly tabIndex: number;
  readonly styles: RowStyles;
}

/** The name of a folder in a row or on a card. A trashed folder can't be opened. */
export function FolderName({ id, folder, isTrashed, tabIndex, styles }: FolderNameProps) {
  const { marks } = use(MarksContext);
  const name = (
    <span id={rowNameId('folder', id)} className={styles['name']} dir="auto">
      {marked(folder.name, marks(folder.name, 'title'))}
    </span>
  );
  if (isTrashed) return <span className={styles['link']}>{name}</span>;
  return (
    <RouteLink
      to={`/folders/${folder.folder_id}`}
      className={styles['link']}
      tabIndex={tabIndex}
      draggable={false}
      data-open=""
    >
      {name}
    </RouteLink>
  );
}

/** The counts of a folder's content, and from where the folder was deleted. */
export function FolderFacts({ id, folder, isTrashed }: FolderPartProps) {
  const links = useFolderCount(id);
  const folders = useSubFolderCount(id);
  const below = useCountBelow(id);
  const parentKey = useLibrary().keyOf('folder', folder.parent_folder_id);
  const parent = useFolder(isTrashed ? parentKey : ROOT_FOLDER_ID);
  return (
    <>
      {placeCountText({ folders, links, below })}
      {parent === undefined ? null : ` · from ${parent.name}`}
    </>
  );
}

/** When the folder was deleted, or added if the list is sorted by that. */
export function FolderDate({ folder }: Pick<FolderPartProps, 'folder'>) {
  const fields = use(RowFieldsContext);
  return <RowDate at={fields.date === 'edited' ? folder.updated_at : folder.created_at} fields={fields} />;
}
