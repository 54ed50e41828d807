import type { LinkRecord } from '@foldmark/contract/library-records';

import { useOwnImage, useUploadUrl } from '#web/hooks/upload-url.ts';
import { ImageWithFallback } from '#web/ui/image-with-fallback.tsx';
import { RowIcon } from '#web/ui/row-icon.tsx';

import styles from './icons.module.css';

type LinkImages = Pick<LinkRecord, 'image_s3_key' | 'favicon_key' | 'favicon_url'>;

export function LinkIcon({ link, size = 20 }: { readonly link: LinkImages; readonly size?: number }) {
  const image = useUploadUrl(link.image_s3_key);
  const favicon = useUploadUrl(link.favicon_key);
  const address = useOwnImage(link.favicon_url);
  return (
    <ImageWithFallback
      sources={[image, favicon, address]}
      size={size}
      className={styles.picture}
      fallback={<RowIcon name="globe" size={size} className={styles.icon} />}
    />
  );
}
