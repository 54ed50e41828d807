import { memo } from 'react';

import { useFolder } from '#web/hooks/library-hooks.ts';
import { classNames } from '#web/ui/style/class-names.ts';

import { FolderDrop } from '../drag/folder-drop.tsx';
import { FolderIcon } from '../items/folder-icon.tsx';
import { PendingMark } from '../items/pending-mark.tsx';
import { StarButton } from '../items/star-button.tsx';
import { FolderDate, FolderFacts, FolderName } from './folder-parts.tsx';
import { rowAttributes, rowControls } from './row-controls.tsx';
import type { RowProps } from './row-props.ts';
import styles from './row.module.css';
import textStyles from './row-texts.module.css';

interface FolderRowProps extends RowProps {
  /** Whether the folder is in the trash. Then it can't be opened or dragged. */
  readonly isTrashed: boolean;
}

export const FolderRow = memo(function FolderRow(props: FolderRowProps) {
  const { id, top, isCurrent, hasMenu, isSelected, isTrashed } = props;
  const folder = useFolder(id);
  if (folder === undefined) return null;
  const { name } = folder;
  const tabIndex = isCurrent ? 0 : -1;
  const { handle, checkbox, more } = rowControls({ ...props, kind: 'folder', name, tabIndex }, styles);
  return (
    <div
      {...rowAttributes({ ...props, kind: 'folder' })}
      className={classNames(styles.row, hasMenu && styles.hasMenu, isSelected && styles.selected)}
      style={{ top }}
    >
      <div role="gridcell" className={styles.before}>
        {handle}
        <span className={styles.icon}>
          <FolderIcon folder={folder} />
        </span>
        {checkbox}
      </div>
      <div role="gridcell" className={textStyles.main}>
        <span className={textStyles.texts}>
          <FolderName id={id} folder={folder} isTrashed={isTrashed} tabIndex={tabIndex} styles={textStyles} />
          <span className={textStyles.domain}>
            <FolderFacts id={id} folder={folder} isTrashed={isTrashed} />
          </span>
        </span>
        <PendingMark kind="folder" of={id} />
      </div>
      {isTrashed ? <FolderDate folder={folder} /> : null}
      <div role="gridcell" className={styles.after}>
        <StarButton kind="folder" of={id} name={name} className={styles.star} tabIndex={tabIndex} />
        {more}
        {isTrashed ? null : <FolderDrop folder={id} name={name} />}
      </div>
    </div>
  );
});
