import { useMemo, useState, type ReactNode } from 'react';

import type { Key } from '#web/sync/library/keys.ts';
import { useFolderTree } from '#web/hooks/library-hooks.ts';
import fieldStyles from '#web/ui/field.module.css';

import styles from './folder-list.module.css';
import { folderOutline, type OutlineEntry } from './folder-outline.ts';

interface FolderListProps {
  /** Focuses the search field when the list opens. */
  readonly isFieldFocused?: boolean;
  /** Filters the folders. */
  readonly accepts?: (folder: Key) => boolean;
  /** Shown above the folders. */
  readonly first?: ReactNode;
  /** Shown if there are no folders at all. */
  readonly empty?: string;
  readonly children: (entry: OutlineEntry) => ReactNode;
}

/** The folders to choose from, with a search field. */
export function FolderList({ isFieldFocused = false, accepts, first, empty, children }: FolderListProps) {
  const tree = useFolderTree();
  const [text, setText] = useState('');
  const outline = useMemo(() => folderOutline(tree, text), [tree, text]);
  const entries = accepts === undefined ? outline : outline.filter(({ folder }) => accepts(folder));
  const emptyText = text.trim() === '' ? empty : 'No match';
  return (
    <>
      <input
        type="search"
        className={fieldStyles.input}
        aria-label="search folders"
        placeholder="search folders"
        autoFocus={isFieldFocused}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
        }}
      />
      <ul className={styles.list} aria-label="Folders">
        {first === undefined ? null : <li>{first}</li>}
        {entries.map((entry) => (
          <li key={entry.folder}>{children(entry)}</li>
        ))}
        {entries.length === 0 && emptyText !== undefined ? (
          <li className={styles.nothing}>{emptyText}</li>
        ) : null}
      </ul>
    </>
  );
}
