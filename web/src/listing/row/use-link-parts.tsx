import { use } from 'react';

import { useActions, useLinkFacts } from '#web/hooks/library-hooks.ts';

import { NotSentMark } from '../items/pending-mark.tsx';
import { StarToggle } from '../items/star-button.tsx';
import { LinkFolders, TrashChip } from './link-folders.tsx';
import { LinkName } from './link-name.tsx';
import { linkTexts } from './link-texts.tsx';
import { MarksContext } from './marks.ts';
import { rowControls, type RowStyles } from './row-controls.tsx';
import { RowDate } from './row-date.tsx';
import { RowFieldsContext } from './row-fields.ts';
import { rowNameId, type RowProps } from './row-props.ts';
import textStyles from './row-texts.module.css';

export interface LinkCellsProps extends Pick<RowProps, 'id' | 'isSelected' | 'callbacks'> {
  readonly isTrashed: boolean;
  readonly tabIndex: number;
}

/**
 * What a row and a card show of a link. Null if the link is gone. Subscribes only to this link, so that a change of one link
 * renders one row, and only once, because each letter of a search renders all rows.
 */
export function useLinkParts(props: LinkCellsProps, styles: RowStyles, maxFolders?: number) {
  const { id, isTrashed, tabIndex } = props;
  const fields = use(RowFieldsContext);
  const marks = use(MarksContext);
  const actions = useActions();
  const facts = useLinkFacts(id, fields.shownFolder);
  if (facts === null) return null;
  const { link, folders, isFavorite, isPending } = facts;
  const date = fields.date === 'edited' ? link.updated_at : link.created_at;
  const { name, title, beside, dir } = linkTexts(id, link, marks);
  const [from] = folders;
  return {
    link,
    fields,
    ...rowControls({ ...props, kind: 'link', name }, styles),
    star: (
      <StarToggle
        isFavorite={isFavorite}
        name={name}
        className={styles['star']}
        tabIndex={tabIndex}
        onToggle={() => {
          void actions.toggleFavorite('link', id);
        }}
      />
    ),
    name: (
      <LinkName
        id={rowNameId('link', id)}
        url={link.url}
        tabIndex={tabIndex}
        date={date}
        className={styles['link']}
        textClassName={styles['name']}
      >
        {title}
      </LinkName>
    ),
    beside: (
      <span className={styles['domain']} dir={dir}>
        {beside}
        {fields.isTrash && from !== undefined ? (
          <span className={textStyles.from}> · from {from.name}</span>
        ) : null}
      </span>
    ),
    notSent: isPending ? <NotSentMark /> : null,
    folders:
      fields.isTrash || (fields.hasFolders && !isTrashed) ? (
        <LinkFolders
          link={id}
          folders={folders}
          marks={folders.some((folder) => marks.marks(folder.name, 'folder').length > 0) ? marks.marks : null}
          tabIndex={tabIndex}
          {...(maxFolders === undefined ? {} : { max: maxFolders })}
        />
      ) : fields.hasFolders ? (
        <TrashChip tabIndex={tabIndex} />
      ) : null,
    date: <RowDate at={date} fields={fields} />,
  };
}
