import { memo } from 'react';

import { useFolder } from '#web/hooks/library-hooks.ts';

import { FolderDrop } from '../drag/folder-drop.tsx';
import { FolderIcon } from '../items/folder-icon.tsx';
import { PendingMark } from '../items/pending-mark.tsx';
import { StarButton } from '../items/star-button.tsx';
import { FolderDate, FolderFacts, FolderName } from '../row/folder-parts.tsx';
import { rowControls } from '../row/row-controls.tsx';
import styles from './card.module.css';
import { CardControls, CardFrame, type CardProps } from './card.tsx';

const ICON_SIZE = 48;

interface FolderCardProps extends CardProps {
  readonly isTrashed: boolean;
}

export const FolderCard = memo(function FolderCard(props: FolderCardProps) {
  const { id, isCurrent, isTrashed } = props;
  const folder = useFolder(id);
  if (folder === undefined) return null;
  const { name } = folder;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <CardFrame {...props} kind="folder">
      <span className={styles.icon}>
        <FolderIcon folder={folder} size={ICON_SIZE} />
      </span>
      <CardControls
        {...rowControls({ ...props, kind: 'folder', name, tabIndex }, styles)}
        star={<StarButton kind="folder" of={id} name={name} className={styles.star} tabIndex={tabIndex} />}
      />
      <div role="gridcell" className={styles.texts}>
        <FolderName id={id} folder={folder} isTrashed={isTrashed} tabIndex={tabIndex} styles={styles} />
        <span className={styles.below}>
          <span className={styles.facts}>
            <FolderFacts id={id} folder={folder} isTrashed={isTrashed} />
          </span>
          <PendingMark kind="folder" of={id} />
        </span>
        {isTrashed ? null : <FolderDrop folder={id} name={name} />}
      </div>
      {isTrashed ? (
        <div role="presentation" className={styles.foot}>
          <FolderDate folder={folder} />
        </div>
      ) : null}
    </CardFrame>
  );
});
