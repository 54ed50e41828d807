import type { FolderRecord } from '@foldmark/library/entities/records';

import { useUploadUrl } from '#web/hooks/upload-url.ts';
import { ImageWithFallback } from '#web/ui/icons/image-with-fallback.tsx';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import styles from './icons.module.css';

interface FolderIconProps {
  readonly folder: Pick<FolderRecord, 'image_s3_key'>;
  readonly size?: number;
  readonly isAtOnce?: boolean;
}

export function FolderIcon({ folder, size = 20, isAtOnce = false }: FolderIconProps) {
  const image = useUploadUrl(folder.image_s3_key);
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
