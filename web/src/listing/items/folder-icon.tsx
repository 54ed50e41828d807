import type { FolderRecord } from '@foldmark/library/entities/records';

import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import styles from './icons.module.css';

/** The part of the height that an emoji takes. */
const EMOJI_PART = 0.82;

interface FolderIconProps {
  readonly folder: Pick<FolderRecord, 'icon' | 'image_s3_key'>;
  readonly size?: number;
  readonly isAtOnce?: boolean;
}

/** The name of a color, perhaps of a later version. */
const COLOR = /^[a-z]/;

/** The emoji of a folder, or the default icon in a color, or the image. */
export function FolderIcon({ folder, size = 20, isAtOnce = false }: FolderIconProps) {
  const { icon } = folder;
  const image = useUploadUrl(icon === '' ? folder.image_s3_key : '');
  if (COLOR.test(icon))
    return (
      <span className={styles.colored} data-color={icon}>
        <RowIcon name="folder" size={size} />
      </span>
    );
  if (icon !== '')
    return (
      <span
        className={styles.emoji}
        style={{ width: size, height: size, fontSize: size * EMOJI_PART }}
        // Not a text: a copied row should not have it.
        data-emoji={icon}
        aria-hidden="true"
      />
    );
  return (
    <ImageWithFallback
      sources={[image]}
      size={size}
      isAtOnce={isAtOnce}
      className={styles.picture}
      fallback={<RowIcon name="folder" size={size} className={styles.icon} />}
    />
  );
}
