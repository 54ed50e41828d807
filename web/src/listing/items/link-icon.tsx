import type { LinkRecord } from '@foldmark/library/entities/records';

import { useOwnImage, useUploadUrl } from '#web/hooks/upload-url.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import styles from './icons.module.css';
import { LetterTile } from './letter-tile.tsx';

type LinkImages = Pick<LinkRecord, 'image_s3_key' | 'favicon_key' | 'favicon_url' | 'domain_name'>;

const SIZE = 20;

interface LinkIconProps {
  readonly link: LinkImages;
  readonly size?: number;
  readonly isAtOnce?: boolean;
}

export function LinkIcon({ link, size = SIZE, isAtOnce = false }: LinkIconProps) {
  const image = useUploadUrl(link.image_s3_key);
  const favicon = useUploadUrl(link.favicon_key);
  const address = useOwnImage(link.favicon_url);
  const fallback =
    link.domain_name === '' ? (
      <RowIcon name="globe" size={size} className={styles.icon} />
    ) : (
      <LetterTile site={link.domain_name} size={size} />
    );
  // Most rows of a large library have no image.
  if (image === null && favicon === null && address === null) return fallback;
  return (
    <ImageWithFallback
      sources={[image, favicon, address]}
      size={size}
      isAtOnce={isAtOnce}
      className={styles.picture}
      fallback={fallback}
    />
  );
}
