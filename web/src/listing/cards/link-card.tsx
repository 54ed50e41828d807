import type { LinkRecord } from '@foldmark/library/entities/records';
import { memo } from 'react';

import { useIsTrashed } from '#web/hooks/library-hooks.ts';
import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import { LetterTile } from '../items/letter-tile.tsx';
import { LinkIcon } from '../items/link-icon.tsx';
import { type LinkCellsProps, useLinkParts } from '../row/use-link-parts.tsx';
import styles from './card.module.css';
import { CardControls, CardFrame, type CardProps } from './card.tsx';

interface LinkCardProps extends CardProps {
  readonly isNew: boolean;
}

export const LinkCard = memo(function LinkCard(props: LinkCardProps) {
  const { id, isCurrent, isSelected, callbacks } = props;
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

/** A card has room for one folder. */
const MAX_FOLDERS = 1;

const LinkCells = memo(function LinkCells(props: LinkCellsProps) {
  const parts = useLinkParts(props, styles, MAX_FOLDERS);
  if (parts === null) return null;
  const { link, fields, handle, checkbox, star, more } = parts;
  return (
    <>
      <CardPicture link={link} />
      <CardControls handle={handle} checkbox={checkbox} star={star} more={more} />
      <div role="gridcell" className={styles.texts}>
        {parts.name}
        <span className={styles.below}>
          <LinkIcon link={link} size={16} />
          {parts.beside}
          {parts.notSent}
        </span>
      </div>
      <div role="presentation" className={styles.foot}>
        {/* In the trash, the line above says from which folder it came. */}
        {fields.isTrash ? null : parts.folders}
        {parts.date}
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
          <LetterTile site={link.domain_name} className={styles.tile} />
        )
      }
    />
  );
});

const PICTURE_HEIGHT = 120;
const ICON_SIZE = 40;
