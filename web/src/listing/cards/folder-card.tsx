import { memo, use } from 'react';

import { useFolder, useFolderCount, useSubFolderCount } from '#web/hooks/library-hooks.ts';
import { placeCountText } from '#web/sync/count-text.ts';
import { RouteLink } from '#web/ui/pages/route-link.tsx';

import { FolderDrop } from '../drag/folder-drop.tsx';
import { FolderIcon } from '../items/folder-icon.tsx';
import { marked } from '../items/marked.tsx';
import { PendingMark } from '../items/pending-mark.tsx';
import { StarButton } from '../items/star-button.tsx';
import { MarksContext } from '../row/marks.ts';
import { rowNameId } from '../row/row-props.ts';
import styles from './card.module.css';
import { CardControls, CardFrame, type CardProps } from './card.tsx';

const ICON_SIZE = 48;

interface FolderCardProps extends CardProps {
  readonly isTrashed: boolean;
}

export const FolderCard = memo(function FolderCard({ callbacks, ...props }: FolderCardProps) {
  const { id, isCurrent, isSelected, isTrashed } = props;
  const { marks } = use(MarksContext);
  const folder = useFolder(id);
  const links = useFolderCount(id);
  const folders = useSubFolderCount(id);
  if (folder === undefined) return null;
  const tabIndex = isCurrent ? 0 : -1;
  const name = (
    <span id={rowNameId('folder', id)} className={styles.name} dir="auto">
      {marked(folder.name, marks(folder.name, 'title'))}
    </span>
  );
  return (
    <CardFrame {...props} kind="folder">
      <span className={styles.icon}>
        <FolderIcon folder={folder} size={ICON_SIZE} />
      </span>
      <CardControls
        kind="folder"
        id={id}
        name={folder.name}
        isSelected={isSelected}
        isTrashed={isTrashed}
        tabIndex={tabIndex}
        callbacks={callbacks}
        star={
          <StarButton kind="folder" of={id} name={folder.name} className={styles.star} tabIndex={tabIndex} />
        }
      />
      <div role="gridcell" className={styles.texts}>
        {isTrashed ? (
          <span className={styles.link}>{name}</span>
        ) : (
          <RouteLink
            to={`/folders/${folder.folder_id}`}
            className={styles.link}
            tabIndex={tabIndex}
            draggable={false}
            data-open=""
          >
            {name}
          </RouteLink>
        )}
        <span className={styles.below}>
          <span className={styles.domain}>{placeCountText({ folders, links })}</span>
          <PendingMark kind="folder" of={id} />
        </span>
        {isTrashed ? null : <FolderDrop folder={id} name={folder.name} />}
      </div>
    </CardFrame>
  );
});
