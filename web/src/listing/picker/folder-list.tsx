import { Plus } from 'lucide-react';
import { useId, useMemo } from 'react';

import type { Key } from '@foldmark/library/memory/keys';
import fieldStyles from '#web/ui/fields/field.module.css';
import { classNames } from '#web/ui/style/class-names.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import { FolderListRow, type RootEntry } from './folder-list-row.tsx';
import styles from './folder-list.module.css';
import { countText } from '@foldmark/library/text/count-text';
import { CREATE, type FolderListState, useFolderList } from './use-folder-list.ts';
import { useFolderListKeys } from './use-folder-list-keys.ts';
import { evenRows, indexesIn } from '../list/row-layout.ts';
import { useList, useListView } from '../list/use-list.ts';

const ROW_HEIGHT = 32;
const ROW_HEIGHT_COARSE = 44;
/** Fewer than in other lists: a row renders quickly, and the page behind the dialog has its own rows. */
const MARGIN = 2;

interface FolderListProps {
  /** The checked folders. If given, each folder is a checkbox, otherwise a button. */
  readonly checked?: ReadonlySet<Key>;
  /** The folder that the list shows when it opens, if none is checked. */
  readonly initial?: Key | null;
  /** An entry for the root, above the folders. */
  readonly root?: RootEntry;
  /** Filters the folders. A refused folder hides the folders below it too. */
  readonly accepts?: (folder: Key) => boolean;
  readonly isDisabled?: (folder: Key) => boolean;
  /** Shown if there are no folders at all. */
  readonly empty?: string;
  /**
   * Called when the user picks a folder, or 0 for the root. For a folder that was created here, `step` is the gesture that
   * created it.
   */
  readonly onPick: (folder: Key, step?: string) => void;
}

/**
 * A virtual list of the folders with a search field. The field keeps the focus, and the arrow keys move through the list. The
 * user can create a folder with the typed name if there is none.
 */
export function FolderList(props: FolderListProps) {
  const { checked, root, empty, isDisabled = () => false } = props;
  const id = useId();
  const isCoarse = useMediaQuery('(pointer: coarse)');
  const rowHeight = isCoarse ? ROW_HEIGHT_COARSE : ROW_HEIGHT;
  const list = useFolderList({ ...props, isDisabled });
  const { text, rows, active, current, newFolder, parentPathOf } = list;
  const layout = useMemo(() => evenRows(rows.length, rowHeight, MARGIN), [rows.length, rowHeight]);
  const { scrollerRef, controller } = useList({ layout });
  const { range } = useListView(controller);
  const { fieldRef, onKeyDown } = useFolderListKeys({
    list,
    controller,
    // On a touch screen the keyboard would cover the list.
    isFieldFocused: !isCoarse,
  });
  const emptyText = list.isFiltered ? 'No match' : empty;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the events of the field and of the rows
    <div
      className={styles.folders}
      onKeyDown={onKeyDown}
      // A press on a row leaves the focus in the field.
      onMouseDown={(event) => {
        if (event.target !== fieldRef.current) event.preventDefault();
      }}
    >
      <input
        ref={fieldRef}
        type="search"
        className={fieldStyles.input}
        aria-label="search folders"
        placeholder="search folders"
        autoComplete="off"
        aria-controls={`${id}-list`}
        {...(active === null ? {} : { 'aria-activedescendant': `${id}-${active}` })}
        value={text}
        onChange={({ target }) => {
          list.setText(target.value);
        }}
      />
      <div
        ref={scrollerRef}
        id={`${id}-list`}
        className={styles.scroller}
        style={{ height: list.fullCount * rowHeight }}
      >
        <ul className={styles.list} aria-label="Folders" style={{ height: rows.length * rowHeight }}>
          {indexesIn(range, current).map((index) => {
            const entry = rows[index];
            return entry === undefined ? null : (
              <FolderListRow
                key={entry.folder}
                id={`${id}-${entry.folder}`}
                entry={entry}
                root={root}
                top={index * rowHeight}
                isActive={entry.folder === active}
                isTabStop={index === current}
                isChecked={checked?.has(entry.folder)}
                isDisabled={isDisabled(entry.folder)}
                parentPath={parentPathOf(entry.folder)}
                onPick={list.pick}
                onFocus={list.activate}
              />
            );
          })}
        </ul>
        {list.isEmpty && emptyText !== undefined ? <p className={styles.nothing}>{emptyText}</p> : null}
        {newFolder === null ? null : (
          <CreateEntry
            id={`${id}-${CREATE}`}
            newFolder={newFolder}
            isActive={active === CREATE}
            onCreate={list.create}
          />
        )}
      </div>
      <p className="visually-hidden" role="status">
        {list.matchCount === null ? '' : countText(list.matchCount, 'folder')}
      </p>
    </div>
  );
}

interface CreateEntryProps {
  readonly id: string;
  readonly newFolder: NonNullable<FolderListState['newFolder']>;
  readonly isActive: boolean;
  readonly onCreate: () => void;
}

/** The entry that creates the folder that the user has typed. */
function CreateEntry({ id, newFolder: { name, parentPath, example }, isActive, onCreate }: CreateEntryProps) {
  const text = `Create "${name}"`;
  return (
    <div className={styles.createEntry}>
      <button
        id={id}
        type="button"
        className={classNames(styles.create, isActive && styles.active)}
        title={parentPath === null ? text : `${text} in ${parentPath}`}
        {...(example === null ? {} : { 'aria-describedby': `${id}-hint` })}
        onClick={onCreate}
      >
        <Plus aria-hidden="true" />
        <span className="one-line" dir="auto">
          {text}
          {parentPath === null ? null : <span className={styles.place}> in {parentPath}</span>}
        </span>
      </button>
      {example === null ? null : (
        <p id={`${id}-hint`} className={styles.hint} dir="auto" title={example}>
          In a folder: type {example}
        </p>
      )}
    </div>
  );
}
