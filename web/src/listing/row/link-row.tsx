import { memo, use } from 'react';

import { BareCheckbox } from '#web/ui/fields/bare-checkbox.tsx';
import { classNames } from '#web/ui/style/class-names.ts';

import { useActions, useIsTrashed, useLinkFacts } from '#web/hooks/library-hooks.ts';
import { DragHandle } from '../drag/drag-handle.tsx';
import { LinkIcon } from '../items/link-icon.tsx';
import { MoreButton } from '../items/more-button.tsx';
import { LinkName } from './link-name.tsx';
import { LinkFolders, TrashChip } from './link-folders.tsx';
import { linkTexts } from './link-texts.tsx';
import { MarksContext } from './marks.ts';
import { RowDate } from './row-date.tsx';
import { RowFieldsContext } from './row-fields.ts';
import { rowNameId, type RowProps } from './row-props.ts';
import styles from './row.module.css';
import textStyles from './row-texts.module.css';
import { NotSentMark } from '../items/pending-mark.tsx';
import { StarToggle } from '../items/star-button.tsx';

interface LinkRowProps extends RowProps {
  readonly isNew: boolean;
}

/**
 * Depends only on the row's position and on whether it is draggable, which trashed links are not. So an insertion above moves
 * every row below it without rendering their cells.
 */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { id, index, top, describedBy, isCurrent, hasMenu, isSelected, isNew, callbacks } = props;
  const isTrashed = useIsTrashed(id);
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-labelledby={rowNameId('link', id)}
      aria-describedby={describedBy}
      data-row={index}
      className={classNames(
        styles.row,
        hasMenu && styles.hasMenu,
        isSelected && styles.selected,
        isNew && styles.new,
      )}
      style={{ top }}
      tabIndex={tabIndex}
      draggable={!isTrashed}
    >
      <LinkCells
        id={id}
        isSelected={isSelected}
        isTrashed={isTrashed}
        tabIndex={tabIndex}
        callbacks={callbacks}
      />
    </div>
  );
});

interface LinkCellsProps extends Pick<LinkRowProps, 'id' | 'isSelected' | 'callbacks'> {
  readonly isTrashed: boolean;
  readonly tabIndex: number;
}

/**
 * Subscribes only to its own link, so that a change of one link renders one row. Has few components and one subscription for the
 * cells, because each letter of a search renders all rows.
 */
const LinkCells = memo(function LinkCells({
  id,
  isSelected,
  isTrashed,
  tabIndex,
  callbacks,
}: LinkCellsProps) {
  const fields = use(RowFieldsContext);
  const marks = use(MarksContext);
  const actions = useActions();
  const facts = useLinkFacts(id, fields.shownFolder);
  if (facts === null) return null;
  const { link, folders, isFavorite, isPending } = facts;
  const date = fields.date === 'edited' ? link.updated_at : link.created_at;
  const { name, title, beside, dir } = linkTexts(id, link, marks);
  return (
    <>
      <div role="gridcell" className={styles.before}>
        {isTrashed ? null : <DragHandle name={name} tabIndex={tabIndex} className={styles.handle} />}
        <span className={styles.icon}>
          <LinkIcon link={link} />
        </span>
        <BareCheckbox
          label={`Select ${name}`}
          isSelected={isSelected}
          tabIndex={tabIndex}
          className={styles.checkbox}
          onToggle={(withShift) => {
            callbacks.toggle({ kind: 'link', key: id }, withShift);
          }}
        />
      </div>
      <div
        role="gridcell"
        className={classNames(textStyles.main, fields.isSortedByDate && textStyles.hasDate)}
      >
        <span className={textStyles.texts}>
          <LinkName
            id={rowNameId('link', id)}
            url={link.url}
            tabIndex={tabIndex}
            date={date}
            className={textStyles.link}
            textClassName={textStyles.name}
          >
            {title}
          </LinkName>
          <span className={textStyles.domain} dir={dir}>
            {beside}
            {fields.isTrash && folders[0] !== undefined ? (
              <span className={textStyles.ofFolder}> · from {folders[0].name}</span>
            ) : null}
          </span>
        </span>
        {isPending ? <NotSentMark /> : null}
      </div>
      {fields.hasFolders && isTrashed && !fields.isTrash ? <TrashChip tabIndex={tabIndex} /> : null}
      {fields.isTrash || (fields.hasFolders && !isTrashed) ? (
        <LinkFolders
          link={id}
          folders={folders}
          marks={folders.some((folder) => marks.marks(folder.name, 'folder').length > 0) ? marks.marks : null}
          tabIndex={tabIndex}
        />
      ) : null}
      <RowDate at={date} fields={fields} />
      <div role="gridcell" className={styles.after}>
        <StarToggle
          isFavorite={isFavorite}
          name={name}
          className={styles.star}
          tabIndex={tabIndex}
          onToggle={() => {
            void actions.toggleFavorite('link', id);
          }}
        />
        <MoreButton
          name={name}
          tabIndex={tabIndex}
          className={styles.more}
          onOpen={(button) => {
            callbacks.openMenu({ kind: 'link', key: id, button });
          }}
        />
      </div>
    </>
  );
});
