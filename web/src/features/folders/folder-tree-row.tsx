import { memo, type CSSProperties } from 'react';
import { Link } from 'react-router-dom';

import type { Key } from '#web/sync/library/keys.ts';
import { useFolder, useFolderCount } from '#web/hooks/library-hooks.ts';
import { DragHandle } from '#web/listing/drag/drag-handle.tsx';
import { FolderDrop } from '#web/listing/drag/folder-drop.tsx';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { MoreButton } from '#web/listing/items/more-button.tsx';
import { StarButton } from '#web/listing/items/star-button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { RowIcon } from '#web/ui/row-icon.tsx';

import styles from './folder-tree.module.css';
import type { TreeRow } from './tree-rows.ts';

/** What rows share. Stays the same, so that no row renders for it. */
export interface TreeTools {
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
  readonly openMenu: (folder: Key, button: HTMLElement) => void;
  readonly onNavigate: () => void;
}

interface FolderTreeRowProps extends TreeRow {
  readonly index: number;
  readonly top: number;
  /** The one row that is in the order of the tab key. */
  readonly isCurrent: boolean;
  /** Its list is shown. */
  readonly isShown: boolean;
  readonly tools: TreeTools;
}

/** Beyond this level there is no room for everything in a narrow rail. */
const DEEP = 4;

/** Follows its own folder and nothing else, so that a change of one folder renders one row. */
export const FolderTreeRow = memo(function FolderTreeRow(props: FolderTreeRowProps) {
  const { folder: key, level, position, siblings, isExpanded, index, top, isCurrent, isShown, tools } = props;
  const folder = useFolder(key);
  const count = useFolderCount(key);
  if (folder === undefined) return null;
  const { name, folder_id } = folder;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      {...(isExpanded === null ? {} : { 'aria-expanded': isExpanded })}
      data-row={index}
      className={classNames(styles.row, isShown && styles.shown, level > DEEP && styles.deep)}
      style={styleOf(top, level)}
      tabIndex={tabIndex}
      draggable
      onContextMenu={(event) => {
        event.preventDefault();
        tools.openMenu(key, event.currentTarget);
      }}
    >
      <div role="gridcell" className={styles.cell}>
        <DragHandle name={name} tabIndex={tabIndex} className={styles.handle} />
        <span className={styles.guides} />
        {isExpanded === null ? (
          <span className={styles.twisty} />
        ) : (
          <button
            type="button"
            className={classNames(styles.twisty, isExpanded && styles.expanded)}
            aria-label={isExpanded ? `Collapse ${name}` : `Expand ${name}`}
            tabIndex={-1}
            onClick={() => {
              tools.setExpanded([key], !isExpanded);
            }}
          >
            <RowIcon name="chevron" />
          </button>
        )}
        <Link
          to={`/folders/${folder_id}`}
          className={styles.link}
          title={name}
          tabIndex={tabIndex}
          draggable={false}
          aria-current={isShown ? 'page' : undefined}
          onClick={tools.onNavigate}
        >
          <FolderIcon folder={folder} size={18} />
          <span className={styles.name} dir="auto">
            {name}
          </span>
        </Link>
        <span className={styles.count}>{count}</span>
        <StarButton kind="folder" of={key} name={name} className={styles.star} tabIndex={tabIndex} />
        <MoreButton
          name={name}
          tabIndex={tabIndex}
          className={styles.more}
          onOpen={(button) => {
            tools.openMenu(key, button);
          }}
        />
        <FolderDrop
          folder={key}
          name={name}
          onLinger={
            isExpanded === false
              ? () => {
                  tools.setExpanded([key], true);
                }
              : undefined
          }
        />
      </div>
    </div>
  );
});

interface RowStyle extends CSSProperties {
  '--depth': number;
}

function styleOf(top: number, level: number): RowStyle {
  return { top, '--depth': level - 1 };
}
