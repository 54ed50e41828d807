import { memo, use } from 'react';

import { useFolder, useFolderNames, useVisibleFoldersOf } from '#web/hooks/library-hooks.ts';
import { useSetPopup } from '#web/state/popup.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { RouteLink } from '#web/ui/route-link.tsx';

import styles from './link-folders.module.css';
import { RowFieldsContext } from './row-fields.ts';

interface LinkFoldersProps {
  readonly link: Key;
  readonly tabIndex: number;
}

/** At most this many folders show. In a narrow list CSS hides some of them. */
const MAX_CHIPS = 3;
const CHIPS = [styles.first, styles.second, styles.third];
const REST = [styles.afterFirst, styles.afterSecond, styles.afterThird];

/** The folders of a link. Its own component, so that a membership renders neither the name nor the buttons. */
export const LinkFolders = memo(function LinkFolders({ link, tabIndex }: LinkFoldersProps) {
  const { hasFolders, shownFolder } = use(RowFieldsContext);
  const visible = useVisibleFoldersOf(link);
  const folders = visible.filter((key) => key !== shownFolder);
  if (!hasFolders || folders.length === 0) return null;
  return (
    <div role="gridcell" className={styles.folders}>
      <span className={styles.label}>Folders </span>
      {folders.slice(0, MAX_CHIPS).map((key, index) => (
        // By place: a row that gets another link keeps its elements.
        <FolderChip key={CHIPS[index]} folder={key} tabIndex={tabIndex} className={CHIPS[index]} />
      ))}
      {REST.map((className, index) => {
        const rest = folders.slice(index + 1);
        if (rest.length === 0) return null;
        return <Rest key={className} link={link} folders={rest} tabIndex={tabIndex} className={className} />;
      })}
    </div>
  );
});

interface FolderChipProps {
  readonly folder: Key;
  readonly tabIndex: number;
  readonly className: string | undefined;
}

function FolderChip({ folder: key, tabIndex, className }: FolderChipProps) {
  const folder = useFolder(key);
  if (folder === undefined) return null;
  return (
    <RouteLink
      to={`/folders/${folder.folder_id}`}
      className={classNames(styles.chip, className)}
      title={folder.name}
      tabIndex={tabIndex}
      draggable={false}
    >
      <span dir="auto">{folder.name}</span>
    </RouteLink>
  );
}

interface RestProps {
  readonly link: Key;
  readonly folders: readonly Key[];
  readonly tabIndex: number;
  readonly className: string | undefined;
}

/** '+2', for the folders that have no room. */
function Rest({ link, folders, tabIndex, className }: RestProps) {
  const setPopup = useSetPopup();
  const names = useFolderNames(folders);
  return (
    <button
      type="button"
      className={classNames(styles.chip, styles.rest, className)}
      title={names}
      aria-haspopup="dialog"
      tabIndex={tabIndex}
      onClick={() => {
        setPopup({ kind: 'link-folders', linkId: link });
      }}
    >
      +{folders.length}
      <span className={styles.label}>
        {' '}
        more {folders.length === 1 ? 'folder' : 'folders'}: {names}
      </span>
    </button>
  );
}
