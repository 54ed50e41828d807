import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import type { FolderRecord } from '@foldmark/library/entities/records';
import { memo, use } from 'react';

import {
  useCountBelow,
  useFolder,
  useFolderCount,
  useLibrary,
  useSubFolderCount,
} from '#web/hooks/library-hooks.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { BareCheckbox } from '#web/ui/fields/bare-checkbox.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { RouteLink } from '#web/ui/pages/route-link.tsx';

import { DragHandle } from '../drag/drag-handle.tsx';
import { FolderDrop } from '../drag/folder-drop.tsx';
import { placeCountText } from '#web/sync/count-text.ts';
import { FolderIcon } from '../items/folder-icon.tsx';
import { marked } from '../items/marked.tsx';
import { MoreButton } from '../items/more-button.tsx';
import { PendingMark } from '../items/pending-mark.tsx';
import { StarButton } from '../items/star-button.tsx';
import { MarksContext } from './marks.ts';
import { RowDate } from './row-date.tsx';
import { RowFieldsContext } from './row-fields.ts';
import { rowNameId, type RowProps } from './row-props.ts';
import styles from './row.module.css';
import textStyles from './row-texts.module.css';

interface FolderRowProps extends RowProps {
  /** Whether the folder is in the trash. Then it can't be opened or dragged. */
  readonly isTrashed: boolean;
}

export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { id, index, top, isCurrent, hasMenu, isSelected, isTrashed, callbacks } = props;
  const folder = useFolder(id);
  if (folder === undefined) return null;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-labelledby={rowNameId('folder', id)}
      data-row={index}
      className={classNames(styles.row, hasMenu && styles.hasMenu, isSelected && styles.selected)}
      style={{ top }}
      tabIndex={tabIndex}
      draggable={!isTrashed}
    >
      <div role="gridcell" className={styles.before}>
        {isTrashed ? null : <DragHandle name={folder.name} tabIndex={tabIndex} className={styles.handle} />}
        <span className={styles.icon}>
          <FolderIcon folder={folder} />
        </span>
        <BareCheckbox
          label={`Select ${folder.name}`}
          isSelected={isSelected}
          tabIndex={tabIndex}
          className={styles.checkbox}
          onToggle={(withShift) => {
            callbacks.toggle({ kind: 'folder', key: id }, withShift);
          }}
        />
      </div>
      <FolderNameCell id={id} folder={folder} isTrashed={isTrashed} tabIndex={tabIndex} />
      {isTrashed ? <TrashDate folder={folder} /> : null}
      <div role="gridcell" className={styles.after}>
        <StarButton kind="folder" of={id} name={folder.name} className={styles.star} tabIndex={tabIndex} />
        <MoreButton
          name={folder.name}
          tabIndex={tabIndex}
          className={styles.more}
          onOpen={(button) => {
            callbacks.openMenu({ kind: 'folder', key: id, button });
          }}
        />
        {isTrashed ? null : <FolderDrop folder={id} name={folder.name} />}
      </div>
    </div>
  );
});

/** When the folder was deleted, or added if the list is sorted by that. */
function TrashDate({ folder }: { readonly folder: FolderRecord }) {
  const fields = use(RowFieldsContext);
  return <RowDate at={fields.date === 'edited' ? folder.updated_at : folder.created_at} fields={fields} />;
}

interface FolderNameCellProps {
  readonly id: Key;
  readonly folder: FolderRecord;
  readonly isTrashed: boolean;
  readonly tabIndex: number;
}

function FolderNameCell({ id, folder, isTrashed, tabIndex }: FolderNameCellProps) {
  const { marks } = use(MarksContext);
  const links = useFolderCount(id);
  const folders = useSubFolderCount(id);
  const parentKey = useLibrary().keyOf('folder', folder.parent_folder_id);
  const parent = useFolder(isTrashed ? parentKey : ROOT_FOLDER_ID);
  const below = useCountBelow(id);
  const name = (
    <span id={rowNameId('folder', id)} className={textStyles.name} dir="auto">
      {marked(folder.name, marks(folder.name, 'title'))}
    </span>
  );
  return (
    <div role="gridcell" className={textStyles.main}>
      <span className={textStyles.texts}>
        {isTrashed ? (
          <span className={textStyles.link}>{name}</span>
        ) : (
          <RouteLink
            to={`/folders/${folder.folder_id}`}
            className={textStyles.link}
            tabIndex={tabIndex}
            draggable={false}
            data-open=""
          >
            {name}
          </RouteLink>
        )}
        <span className={textStyles.domain}>
          {placeCountText({ folders, links, below })}
          {parent === undefined ? null : ` · from ${parent.name}`}
        </span>
      </span>
      <PendingMark kind="folder" of={id} />
    </div>
  );
}
