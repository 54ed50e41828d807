import type { FolderRecord } from '@foldmark/library/entities/records';
import { memo } from 'react';

import { useSetPopup } from '#web/state/popup.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/style/class-names.ts';
import { RouteLink } from '#web/ui/pages/route-link.tsx';

import { marked } from '../items/marked.tsx';
import styles from './link-folders.module.css';
import type { Mark, Marks } from './marks.ts';

interface LinkFoldersProps {
  readonly link: Key;
  readonly folders: readonly FolderRecord[];
  /** Set if the search has found the name of one of the folders. */
  readonly marks: Marks['marks'] | null;
  readonly tabIndex: number;
  /** The number of folders that show. In a narrow list CSS hides some of them. */
  readonly max?: number;
}

const MAX_CHIPS = 3;
const CHIPS = [styles.first, styles.second, styles.third];
const REST = [styles.afterFirst, styles.afterSecond, styles.afterThird];

/** The folders of a link. */
export const LinkFolders = memo(function LinkFolders({
  link,
  folders: all,
  marks,
  tabIndex,
  max = MAX_CHIPS,
}: LinkFoldersProps) {
  if (all.length === 0) return null;
  const marksOf = ({ name }: FolderRecord): readonly Mark[] => marks?.(name, 'folder') ?? [];
  // The folders that the search has found come first, because a narrow list shows only the first ones.
  const folders = marks === null ? all : all.toSorted((a, b) => marksOf(b).length - marksOf(a).length);
  return (
    <div role="gridcell" className={styles.folders}>
      <span className="visually-hidden">Folders </span>
      {folders.slice(0, max).map((folder, index) => (
        <RouteLink
          // The key is the position, so that a row that gets another link keeps its elements.
          key={CHIPS[index]}
          to={`/folders/${folder.folder_id}`}
          className={classNames(styles.chip, CHIPS[index])}
          title={folder.name}
          tabIndex={tabIndex}
          draggable={false}
        >
          <span dir="auto">{marked(folder.name, marksOf(folder))}</span>
        </RouteLink>
      ))}
      {REST.slice(0, max).map((className, index) => {
        const rest = folders.slice(index + 1);
        if (rest.length === 0) return null;
        return <Rest key={className} link={link} folders={rest} tabIndex={tabIndex} className={className} />;
      })}
    </div>
  );
});

/** Replaces the folders of a trashed link, also in a list with links outside of the trash. */
export function TrashChip({ tabIndex }: Pick<LinkFoldersProps, 'tabIndex'>) {
  return (
    <div role="gridcell" className={styles.folders}>
      <RouteLink to="/folders/trash" className={styles.chip} tabIndex={tabIndex} draggable={false}>
        Trash
      </RouteLink>
    </div>
  );
}

interface RestProps extends Omit<LinkFoldersProps, 'marks'> {
  readonly className: string | undefined;
}

/** For example '+2', the number of folders that do not fit. */
function Rest({ link, folders, tabIndex, className }: RestProps) {
  const setPopup = useSetPopup();
  const names = folders.map(({ name }) => name).join(', ');
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
      <span className="visually-hidden">
        {' '}
        more {folders.length === 1 ? 'folder' : 'folders'}: {names}
      </span>
    </button>
  );
}
