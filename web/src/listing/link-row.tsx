import { memo } from 'react';

import type { LinkRecord } from '#web/sync/model/records.ts';
import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import { classNames } from '#web/ui/class-names.ts';

import { useLink } from '#web/hooks/library-hooks.ts';
import { DragHandle } from './drag/drag-handle.tsx';
import { LinkIcon } from './items/link-icon.tsx';
import { clickableUrl, shownDomain, shownName } from './items/link-text.ts';
import { MoreButton } from './items/more-button.tsx';
import type { RowProps } from './row-props.ts';
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
        {isTrashed ? (
          <span className={styles.handle} />
        ) : (
          <DragHandle name={name} tabIndex={tabIndex} className={styles.handle} />
        )}
        <StarButton kind="link" of={id} name={name} className={styles.star} tabIndex={tabIndex} />
        <BareCheckbox
          label={`Select ${name}`}
          isSelected={isSelected}
          tabIndex={tabIndex}
          onToggle={(withShift) => {
            callbacks.toggle({ kind: 'link', key: id }, withShift);
          }}
        />
      </div>
      <div role="gridcell" className={styles.main}>
        <LinkIcon link={link} />
        <LinkName link={link} tabIndex={tabIndex} />
        <PendingMark kind="link" of={id} />
      </div>
      <div role="gridcell">
        <MoreButton
          name={name}
          tabIndex={tabIndex}
          onOpen={(button) => {
            callbacks.openMenu({ kind: 'link', key: id, button });
          }}
        />
      </div>
    </>
  );
});

function LinkName({ link, tabIndex }: { readonly link: LinkRecord; readonly tabIndex: number }) {
  const { name, url, domain_name } = link;
  const href = clickableUrl(url);
  const text = (
    <span className={styles.name} dir="auto">
      {shownName(name, url)}
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
        >
          {text}
        </a>
      )}
      <span className={styles.domain}>{shownDomain(name, url, domain_name)}</span>
    </span>
  );
}
