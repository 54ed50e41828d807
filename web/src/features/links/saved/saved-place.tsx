import type { LinkRecord } from '@foldmark/library/entities/records';
import { differenceText, savedText } from '@foldmark/library/duplicates/saved-text';
import { isNamedByUrl } from '@foldmark/library/entities/link-url';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { Bookmark, Trash2 } from 'lucide-react';

import { useFolderTree, useVisibleFoldersOf } from '#web/hooks/library-hooks.ts';
import { shownName } from '@foldmark/library/entities/link-text';
import { classNames } from '#web/ui/style/class-names.ts';
import type { Key } from '@foldmark/library/memory/keys';

import styles from './saved-notice.module.css';

interface SavedPlaceProps {
  readonly linkId: Key;
  readonly link: LinkRecord;
  /** The url in the field, to compare with the saved one. */
  readonly url: string;
}

/** Where and when a link was saved, and how its url differs from a new one. */
export function SavedPlace({ linkId, link, url }: SavedPlaceProps) {
  const tree = useFolderTree();
  const folders = useVisibleFoldersOf(linkId).map((key) => tree.name(key));
  const difference = differenceText(link.url, url);
  const name = shownName(link.name, link.url);
  const Icon = link.status_id === STATUS_TRASHED ? Trash2 : Bookmark;
  return (
    <div className={styles.place}>
      <Icon aria-hidden="true" size={16} />
      <div className={styles.texts}>
        <p className={styles.title} dir="auto">
          {savedText(link, folders)}
        </p>
        <p className={classNames('one-line', styles.name)} title={link.url} dir="auto">
          {name}
        </p>
        {difference === '' ? null : (
          <>
            {isNamedByUrl(link.name, link.url) ? null : (
              <p className={classNames('one-line', styles.name)}>{link.url}</p>
            )}
            <p className={styles.difference}>{difference}</p>
          </>
        )}
      </div>
    </div>
  );
}
