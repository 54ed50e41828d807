import { memo } from 'react';

import { classNames } from '#web/ui/style/class-names.ts';

import { useIsTrashed } from '#web/hooks/library-hooks.ts';
import { LinkIcon } from '../items/link-icon.tsx';
import { rowAttributes, type RowStyles } from './row-controls.tsx';
import type { RowProps } from './row-props.ts';
import styles from './row.module.css';
import textStyles from './row-texts.module.css';
import { type LinkCellsProps, useLinkParts } from './use-link-parts.tsx';

interface LinkRowProps extends RowProps {
  readonly isNew: boolean;
}

/**
 * Depends only on the row's position and on whether it is draggable, which trashed links are not. So an insertion above moves
 * every row below it without rendering their cells.
 */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { id, top, isCurrent, hasMenu, isSelected, isNew, callbacks } = props;
  const isTrashed = useIsTrashed(id);
  return (
    <div
      {...rowAttributes({ ...props, kind: 'link', isTrashed })}
      className={classNames(
        styles.row,
        hasMenu && styles.hasMenu,
        isSelected && styles.selected,
        isNew && styles.new,
      )}
      style={{ top }}
    >
      <LinkCells
        id={id}
        isSelected={isSelected}
        isTrashed={isTrashed}
        tabIndex={isCurrent ? 0 : -1}
        callbacks={callbacks}
      />
    </div>
  );
});

const STYLES: RowStyles = { ...styles, ...textStyles };

const LinkCells = memo(function LinkCells(props: LinkCellsProps) {
  const parts = useLinkParts(props, STYLES);
  if (parts === null) return null;
  const { link, fields } = parts;
  return (
    <>
      <div role="gridcell" className={styles.before}>
        {parts.handle}
        <span className={styles.icon}>
          <LinkIcon link={link} />
        </span>
        {parts.checkbox}
      </div>
      <div
        role="gridcell"
        className={classNames(textStyles.main, fields.isSortedByDate && textStyles.hasDate)}
      >
        <span className={textStyles.texts}>
          {parts.name}
          {parts.beside}
        </span>
        {parts.notSent}
      </div>
      {parts.folders}
      {parts.date}
      <div role="gridcell" className={styles.after}>
        {parts.star}
        {parts.more}
      </div>
    </>
  );
});
