import { useMemo, useState, type ReactNode } from 'react';

import type { Key } from '#web/sync/library/keys.ts';
import { useFolderTree } from '#web/hooks/library-hooks.ts';
import fieldStyles from '#web/ui/field.module.css';

import styles from './folder-list.module.css';
import { folderOutline, type OutlineEntry } from './folder-outline.ts';

interface FolderListProps {
  /** The field is why the list was opened. */
  readonly isFieldFocused?: boolean;
  /** Leaves folders out. */
  readonly accepts?: (folder: Key) => boolean;
  /** What stands above the folders. */
  readonly first?: ReactNode;
  /** What to say where there is no folder at all. */
  readonly empty?: string;
  readonly children: (entry: OutlineEntry) => ReactNode;
}

/** The folders to choose from, with a field that searches them. */
export function FolderList({ isFieldFocused = false, accepts, first, empty, children }: FolderListProps) {
  const tree = useFolderTree();
  const [text, setText] = useState('');
  const outline = useMemo(() => folderOutline(tree, text), [tree, text]);
  const entries = accepts === undefined ? outline : outline.filter(({ folder }) => accepts(folder));
  const nothing = text.trim() === '' ? empty : 'No match';
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
        {entries.length === 0 && nothing !== undefined ? <li className={styles.nothing}>{nothing}</li> : null}
      </ul>
    </>
  );
}
