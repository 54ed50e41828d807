import type { FolderRecord } from '@foldmark/library/entities/records';
import { memo, type CSSProperties } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import { useCountBelow, useFolder, useFolderCount } from '#web/hooks/library-hooks.ts';
import { DragHandle } from '#web/listing/drag/drag-handle.tsx';
import { FolderDrop } from '#web/listing/drag/folder-drop.tsx';
import { FolderIcon } from '#web/listing/items/folder-icon.tsx';
import { MoreButton } from '#web/listing/items/more-button.tsx';
import { PendingMark } from '#web/listing/items/pending-mark.tsx';
import { StarButton } from '#web/listing/items/star-button.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { countText } from '@foldmark/library/text/count-text';
import { menuPoint, type MenuPoint } from '#web/ui/menus/menu-point.ts';
import { RouteLink } from '#web/ui/pages/route-link.tsx';
import { numberText } from '@foldmark/library/text/number-text';

import styles from './folder-tree.module.css';
import type { TreeRow } from './tree-rows.ts';

/** Callbacks that all rows share. Keep the object stable: a new one renders every row. */
export interface TreeCallbacks {
  readonly setExpanded: (folders: readonly Key[], isExpanded: boolean) => void;
  readonly openMenu: (folder: Key, button: HTMLElement, at?: MenuPoint) => void;
  readonly onNavigate: () => void;
}

interface FolderTreeRowProps extends TreeRow {
  readonly index: number;
  readonly top: number;
  /** Only the current row is in the tab order. */
  readonly isCurrent: boolean;
  /** The main area shows this folder. */
  readonly isShown: boolean;
  readonly callbacks: TreeCallbacks;
}

/** Rows below this level hide some controls, because a narrow rail has no room for them. */
const DEEP = 4;

/** Subscribes only to its own folder, so that a change of one folder renders one row. */
export const FolderTreeRow = memo(function FolderTreeRow(props: FolderTreeRowProps) {
  const {
    folder: key,
    level,
    position,
    siblings,
    isExpanded,
    index,
    top,
    isCurrent,
    isShown,
    callbacks,
  } = props;
  const folder = useFolder(key);
  if (folder === undefined) return null;
  const { name } = folder;
  const tabIndex = isCurrent ? 0 : -1;
  const setExpanded = (expanded: boolean) => {
    callbacks.setExpanded([key], expanded);
  };
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
        callbacks.openMenu(key, event.currentTarget, menuPoint(event, event.currentTarget));
      }}
    >
      <div role="gridcell" className={styles.cell}>
        <DragHandle name={name} tabIndex={tabIndex} className={styles.handle} hasIcon={false} />
        <Twisty name={name} isExpanded={isExpanded} onToggle={setExpanded} />
        <FolderLink folder={folder} isShown={isShown} tabIndex={tabIndex} onNavigate={callbacks.onNavigate} />
        <PendingMark kind="folder" of={key} />
        <FolderCount folder={key} isCollapsed={isExpanded === false} />
        <StarButton kind="folder" of={key} name={name} className={styles.star} tabIndex={tabIndex} />
        <MoreButton
          name={name}
          tabIndex={tabIndex}
          className={styles.more}
          onOpen={(button) => {
            callbacks.openMenu(key, button);
          }}
        />
        <FolderDrop
          folder={key}
          name={name}
          onHover={
            isExpanded === false
              ? () => {
                  setExpanded(true);
                }
              : undefined
          }
        />
      </div>
    </div>
  );
});

interface TwistyProps {
  readonly name: string;
  /** Null for a folder without sub-folders. */
  readonly isExpanded: boolean | null;
  readonly onToggle: (isExpanded: boolean) => void;
}

/** Expands or collapses the folder. */
function Twisty({ name, isExpanded, onToggle }: TwistyProps) {
  if (isExpanded === null) return <span className={styles.twisty} />;
  return (
    <button
      type="button"
      className={classNames(styles.twisty, isExpanded && styles.expanded)}
      aria-label={isExpanded ? `Collapse ${name}` : `Expand ${name}`}
      tabIndex={-1}
      onClick={() => {
        onToggle(!isExpanded);
      }}
    />
  );
}

interface FolderLinkProps {
  readonly folder: FolderRecord;
  readonly isShown: boolean;
  readonly tabIndex: number;
  readonly onNavigate: () => void;
}

function FolderLink({ folder, isShown, tabIndex, onNavigate }: FolderLinkProps) {
  return (
    <RouteLink
      to={`/folders/${folder.folder_id}`}
      className={styles.link}
      title={folder.name}
      tabIndex={tabIndex}
      draggable={false}
      data-open
      aria-current={isShown ? 'page' : undefined}
      onClick={onNavigate}
    >
      <FolderIcon folder={folder} size={18} />
      <span className="one-line" dir="auto">
        {folder.name}
      </span>
    </RouteLink>
  );
}

interface FolderCountProps {
  readonly folder: Key;
  /** Whether the folder hides sub-folders. */
  readonly isCollapsed: boolean;
}

/** The links in the folder and, if they are out of sight, those below it: '0 +1,852'. */
function FolderCount({ folder, isCollapsed }: FolderCountProps) {
  const count = useFolderCount(folder);
  const below = useCountBelow(folder);
  if (!isCollapsed || below === 0) return <span className={styles.count}>{numberText(count)}</span>;
  return (
    <span
      className={styles.count}
      title={`${countText(count, 'link')} here, ${numberText(below)} in folders below`}
    >
      {numberText(count)}
      <span className={styles.below}> +{numberText(below)}</span>
    </span>
  );
}

interface RowStyle extends CSSProperties {
  '--depth': number;
}

function styleOf(top: number, level: number): RowStyle {
  return { top, '--depth': level - 1 };
}
