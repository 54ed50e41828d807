import type { LinkRecord, Micros } from '@foldmark/contract/library-records';
import { memo, use } from 'react';

import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';

import { useLink } from '#web/hooks/library-hooks.ts';
import { DragHandle } from './drag/drag-handle.tsx';
import { fullDate, shortDate } from './items/date-text.ts';
import { LinkIcon } from './items/link-icon.tsx';
import { clickableUrl, shownDomain, shownName } from './items/link-text.ts';
import { Marked } from './items/marked.tsx';
import { MoreButton } from './items/more-button.tsx';
import { LinkFolders } from './link-folders.tsx';
import { RowFieldsContext } from './row-fields.ts';
import { rowNameId, type RowProps } from './row-props.ts';
import styles from './row.module.css';
import { PendingMark } from './items/pending-mark.tsx';
import { StarButton } from './items/star-button.tsx';

interface LinkRowProps extends RowProps {
  readonly isNew: boolean;
  /** A link in the trash can't be dragged. */
  readonly isTrashed: boolean;
}

/** Holds only the row's position: an insertion above moves every row below it, but renders none of their cells. */
export const LinkRow = memo(function LinkRow(props: LinkRowProps) {
  const { id, index, top, isCurrent, isSelected, isNew, isTrashed, callbacks } = props;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-labelledby={rowNameId('link', id)}
      data-row={index}
      className={classNames(styles.row, isSelected && styles.selected, isNew && styles.new)}
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

interface LinkCellsProps extends Pick<LinkRowProps, 'id' | 'isSelected' | 'isTrashed' | 'callbacks'> {
  readonly tabIndex: number;
}

/** Subscribes only to its own link, so that a change of one link renders one row. */
const LinkCells = memo(function LinkCells({
  id,
  isSelected,
  isTrashed,
  tabIndex,
  callbacks,
}: LinkCellsProps) {
  const link = useLink(id);
  if (link === undefined) return null;
  const name = shownName(link.name, link.url);
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
      <div role="gridcell" className={styles.main}>
        <LinkName id={rowNameId('link', id)} link={link} tabIndex={tabIndex} />
        <PendingMark kind="link" of={id} />
      </div>
      <LinkFolders link={id} tabIndex={tabIndex} />
      <LinkDate created={link.created_at} edited={link.updated_at} />
      <div role="gridcell" className={styles.after}>
        <StarButton kind="link" of={id} name={name} className={styles.star} tabIndex={tabIndex} />
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

interface LinkNameProps {
  readonly id: string;
  readonly link: LinkRecord;
  readonly tabIndex: number;
}

function LinkName({ id, link, tabIndex }: LinkNameProps) {
  const { name, url, domain_name } = link;
  const href = clickableUrl(url);
  const text = (
    <span id={id} className={styles.name} dir="auto">
      <Marked>{shownName(name, url)}</Marked>
    </span>
  );
  return (
    <span className={styles.texts}>
      {href === null ? (
        <span className={styles.link} title={url}>
          {text}
        </span>
      ) : (
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer"
          className={styles.link}
          title={url}
          tabIndex={tabIndex}
          draggable={false}
          data-open=""
        >
          {text}
        </a>
      )}
      <span className={styles.domain}>
        <Marked>{shownDomain(name, url, domain_name)}</Marked>
      </span>
    </span>
  );
}

interface LinkDateProps {
  readonly created: Micros;
  readonly edited: Micros;
}

/** The date that the list is sorted by; otherwise the date it was added, in a wide list. */
const LinkDate = memo(function LinkDate({ created, edited }: LinkDateProps) {
  const { date, isSortedByDate } = use(RowFieldsContext);
  const at = date === 'edited' ? edited : created;
  return (
    <div role="gridcell" className={classNames(styles.date, isSortedByDate && styles.isSortedByDate)}>
      <span className={styles.label}>{date === 'edited' ? 'Edited' : 'Added'} </span>
      <time
        dateTime={new Date(at / 1000).toISOString()}
        onPointerEnter={({ currentTarget }) => {
          // Formatting it for each row that a search finds would take as long as the search.
          currentTarget.title = fullDate(at);
        }}
      >
        {shortDate(at)}
      </time>
    </div>
  );
});
