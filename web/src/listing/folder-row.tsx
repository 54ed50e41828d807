import { memo } from 'react';
import { Link } from 'react-router-dom';

import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';

import { counted } from './items/counted.ts';
import { DragHandle } from './drag/drag-handle.tsx';
import { FolderDrop } from './drag/folder-drop.tsx';
import { FolderIcon } from './items/folder-icon.tsx';
import { useFolder, useFolderCount } from '#web/hooks/library-hooks.ts';
import { MoreButton } from './items/more-button.tsx';
import type { RowProps } from './row-tools.ts';
import styles from './row.module.css';
import { StarButton } from './items/star-button.tsx';

interface FolderRowProps extends RowProps {
  /** A folder in the trash can't be opened. */
  readonly isTrashed: boolean;
}

export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { id, index, top, isCurrent, isSelected, isTrashed, tools } = props;
  const folder = useFolder(id);
  const count = useFolderCount(id);
  if (folder === undefined) return null;
  const tabIndex = isCurrent ? 0 : -1;
  const text = (
    <span className={styles.name} dir="auto">
      {folder.name}
    </span>
  );
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      data-row={index}
      className={classNames(styles.row, isSelected && styles.selected)}
      style={{ top }}
      tabIndex={tabIndex}
      draggable={!isTrashed}
    >
      <div role="gridcell" className={styles.before}>
        {isTrashed ? (
          <span className={styles.handle} />
        ) : (
          <DragHandle name={folder.name} tabIndex={tabIndex} className={styles.handle} />
        )}
        <StarButton kind="folder" of={id} name={folder.name} className={styles.star} tabIndex={tabIndex} />
        <BareCheckbox
          label={`Select ${folder.name}`}
          isSelected={isSelected}
          tabIndex={tabIndex}
          onToggle={(withShift) => {
            tools.toggle({ kind: 'folder', key: id }, withShift);
          }}
        />
      </div>
      <div role="gridcell" className={styles.main}>
        <FolderIcon folder={folder} />
        <span className={styles.texts}>
          {isTrashed ? (
            <span className={styles.link}>{text}</span>
          ) : (
            <Link
              to={`/folders/${folder.folder_id}`}
              className={styles.link}
              tabIndex={tabIndex}
              draggable={false}
            >
              {text}
            </Link>
          )}
          <span className={styles.domain}>{counted(count, 'link')}</span>
        </span>
      </div>
      <div role="gridcell">
        <MoreButton
          name={folder.name}
          tabIndex={tabIndex}
          onOpen={(button) => {
            tools.openMenu({ kind: 'folder', key: id, button });
          }}
        />
        {isTrashed ? null : <FolderDrop folder={id} name={folder.name} />}
      </div>
    </div>
  );
});
