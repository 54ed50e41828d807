import type { FolderRecord, LinkRecord } from '@foldmark/library/entities/records';
import { memo, use } from 'react';

import { useActions, useIsTrashed, useLinkFacts } from '#web/hooks/library-hooks.ts';
import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';
import { RouteLink } from '#web/ui/pages/route-link.tsx';

import { shortDate } from '../items/date-text.ts';
import { LetterTile } from '../items/letter-tile.tsx';
import { LinkIcon } from '../items/link-icon.tsx';
import { NotSentMark } from '../items/pending-mark.tsx';
import { StarToggle } from '../items/star-button.tsx';
import { LinkName } from '../row/link-name.tsx';
import { linkTexts } from '../row/link-texts.tsx';
import { MarksContext } from '../row/marks.ts';
import { RowFieldsContext } from '../row/row-fields.ts';
import { rowNameId } from '../row/row-props.ts';
import styles from './card.module.css';
import { CardControls, CardFrame, type CardProps } from './card.tsx';

interface LinkCardProps extends CardProps {
  readonly isNew: boolean;
}

export const LinkCard = memo(function LinkCard({ callbacks, ...props }: LinkCardProps) {
  const { id, isCurrent, isSelected } = props;
  const isTrashed = useIsTrashed(id);
  return (
    <CardFrame {...props} kind="link" isTrashed={isTrashed}>
      <LinkCells
        id={id}
        isSelected={isSelected}
        isTrashed={isTrashed}
        tabIndex={isCurrent ? 0 : -1}
        callbacks={callbacks}
      />
    </CardFrame>
  );
});

interface LinkCellsProps extends Pick<LinkCardProps, 'id' | 'isSelected' | 'callbacks'> {
  readonly isTrashed: boolean;
  readonly tabIndex: number;
}

/** Subscribes only to its own link, as the cells of a row do. */
const LinkCells = memo(function LinkCells(props: LinkCellsProps) {
  const { id, isTrashed, tabIndex } = props;
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
      <CardPicture link={link} />
      <CardControls
        {...props}
        kind="link"
        name={name}
        star={
          <StarToggle
            isFavorite={isFavorite}
            name={name}
            className={styles.star}
            tabIndex={tabIndex}
            onToggle={() => {
              void actions.toggleFavorite('link', id);
            }}
          />
        }
      />
      <div role="gridcell" className={styles.texts}>
        <LinkName
          id={rowNameId('link', id)}
          url={link.url}
          tabIndex={tabIndex}
          date={date}
          className={styles.link}
          textClassName={styles.name}
        >
          {title}
        </LinkName>
        <span className={styles.below}>
          <LinkIcon link={link} size={16} />
          <span className={styles.domain} dir={dir}>
            {beside}
          </span>
          {isPending ? <NotSentMark /> : null}
        </span>
      </div>
      <div role="gridcell" className={styles.foot}>
        {isTrashed || !fields.hasFolders ? null : <Folders folders={folders} tabIndex={tabIndex} />}
        <span className={styles.date}>
          <span className="visually-hidden">{fields.dateLabel} </span>
          <time dateTime={new Date(date / 1000).toISOString()}>{shortDate(date)}</time>
        </span>
      </div>
    </>
  );
});

/** The image of a link, or the picture of its page. It has a fixed size, so that nothing moves when it has loaded. */
const CardPicture = memo(function CardPicture({ link }: { readonly link: LinkRecord }) {
  const image = useUploadUrl(link.image_s3_key);
  const picture = useUploadUrl(link.picture_s3_key);
  return (
    <ImageWithFallback
      sources={[image, picture]}
      size={PICTURE_HEIGHT}
      className={styles.picture}
      fallback={
        link.domain_name === '' ? (
          <span className={styles.icon}>
            <RowIcon name="globe" size={ICON_SIZE} />
          </span>
        ) : (
          <LetterTile domain={link.domain_name} className={styles.tile} />
        )
      }
    />
  );
});

const PICTURE_HEIGHT = 120;
const ICON_SIZE = 40;

interface FoldersProps {
  readonly folders: readonly FolderRecord[];
  readonly tabIndex: number;
}

/** The first folder of a link, and the number of the others. */
const Folders = memo(function Folders({ folders, tabIndex }: FoldersProps) {
  const [first, ...rest] = folders;
  if (first === undefined) return null;
  const others = rest.map(({ name }) => name).join(', ');
  return (
    <>
      <span className="visually-hidden">Folders </span>
      <RouteLink
        to={`/folders/${first.folder_id}`}
        className={styles.chip}
        title={first.name}
        tabIndex={tabIndex}
        draggable={false}
      >
        <span dir="auto">{first.name}</span>
      </RouteLink>
      {rest.length === 0 ? null : (
        <span className={styles.rest} title={others}>
          +{rest.length}
          <span className="visually-hidden"> more: {others}</span>
        </span>
      )}
    </>
  );
});
