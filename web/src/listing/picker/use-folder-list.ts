import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { useMemo, useState } from 'react';

import { useActions, useFolderTree } from '#web/hooks/library-hooks.ts';
import { folderChoices } from '@foldmark/library/memory/folder-choices';
import { folderOutline, type OutlineEntry, pathText } from '@foldmark/library/memory/folder-outline';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

/** The active value of the entry below the list that creates a folder. */
export const CREATE = 'create';
type Active = Key | typeof CREATE;

const ROOT: OutlineEntry = { folder: ROOT_FOLDER_ID, level: 1, position: 1, siblings: 1 };

interface FolderListOptions {
  readonly checked?: ReadonlySet<Key>;
  readonly initial?: Key | null;
  readonly root?: object;
  readonly accepts?: (folder: Key) => boolean;
  readonly isDisabled: (folder: Key) => boolean;
  readonly onPick: (folder: Key, step?: string) => void;
}

interface NewFolder {
  readonly name: string;
  /** The path of the parent. Null for the root. */
  readonly parentPath: string | null;
  /**
   * An example of a text that would create the folder in another parent. Null if the text is already such a path, or if there are
   * no folders.
   */
  readonly example: string | null;
}

export interface FolderListState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly isFiltered: boolean;
  /** Whether the list has no folders. */
  readonly isEmpty: boolean;
  readonly rows: readonly OutlineEntry[];
  /** The number of rows without a search. */
  readonly fullCount: number;
  /** The number of folders that match the search. Null without a search. */
  readonly matchCount: number | null;
  /** The row that Enter picks. */
  readonly active: Active | null;
  /** The index of the active row, or of the row where the arrows start. */
  readonly current: number;
  /** Whether the arrow keys have moved since the text changed, so that Space picks a row instead of typing. */
  readonly isMoving: boolean;
  readonly activate: (row: Active) => void;
  readonly pick: (folder: Key) => void;
  /** Picks the active row, or creates the folder. */
  readonly pickActive: () => void;
  /** The folder that the text can create. Null without a text, or if that parent already has a folder with this name. */
  readonly newFolder: NewFolder | null;
  readonly create: () => void;
  /** The path of a folder's parent, while a search hides the tree. Empty for a folder in the root. */
  readonly parentPathOf: (folder: Key) => string;
}

export function useFolderList(options: FolderListOptions): FolderListState {
  const { checked, initial, root, accepts, isDisabled, onPick } = options;
  const actions = useActions();
  const tree = useFolderTree();
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<Active | null>(null);

  const whole = useMemo(() => folderOutline(tree, accepts), [tree, accepts]);
  const name = text.trim();
  const listed = useMemo(() => new Set(whole.map(({ folder }) => folder)), [whole]);
  const found = useMemo(
    () => (name === '' ? null : folderChoices(tree, name, (folder) => listed.has(folder))),
    [tree, name, listed],
  );
  const isFiltered = found !== null;
  const entries = found?.entries ?? whole;
  const created = found?.created ?? null;
  const hasRoot = root !== undefined;
  const rows = useMemo(() => (hasRoot ? [ROOT, ...entries] : entries), [hasRoot, entries]);
  const chosen = rows.find(({ folder }) => checked?.has(folder) ?? folder === initial)?.folder ?? null;
  const [start, setStart] = useState(chosen);
  // The folders or the memberships have loaded only after the list opened.
  if (start === null && chosen !== null && moved === null && text === '') setStart(chosen);

  const firstMatch = (): Active | null =>
    entries.find(({ folder }) => !isDisabled(folder))?.folder ?? (created === null ? null : CREATE);
  const isThere = moved === CREATE ? created !== null : indexOf(rows, moved) !== -1;
  const active = isThere ? moved : isFiltered ? firstMatch() : null;
  const at = active === CREATE ? null : (active ?? start);
  const create = () => {
    if (created === null) return;
    const [first, ...others] = created.names;
    const { key, id } = actions.createFolder({ name: first, parent: created.parent });
    let folder = key;
    for (const each of others)
      folder = actions.createFolder({ name: each, parent: folder }, { step: id }).key;
    setText('');
    setMoved(folder);
    onPick(folder, id);
  };
  return {
    text,
    setText: (next) => {
      setText(next);
      setMoved(null);
    },
    isFiltered,
    isEmpty: entries.length === 0,
    rows,
    fullCount: whole.length + (hasRoot ? 1 : 0),
    matchCount: isFiltered ? entries.length : null,
    active,
    current: active === CREATE ? rows.length : Math.max(0, indexOf(rows, at)),
    isMoving: isThere,
    activate: setMoved,
    pick: onPick,
    pickActive: () => {
      if (active === CREATE) create();
      else if (active !== null && !isDisabled(active)) onPick(active);
    },
    newFolder:
      created === null
        ? null
        : {
            name: created.names.join(' / '),
            parentPath: created.parent === ROOT_FOLDER_ID ? null : pathText(tree, created.parent),
            example:
              found?.isPath === false ? exampleOf(tree, start ?? whole[0]?.folder ?? null, name) : null,
          },
    create,
    parentPathOf: (folder) => (isFiltered ? pathText(tree, tree.parent(folder)) : ''),
  };
}

function exampleOf(tree: FolderTree, folder: Key | null, name: string): string | null {
  return folder === null || folder === ROOT_FOLDER_ID ? null : `${tree.name(folder)}/${name}`;
}

function indexOf(rows: readonly OutlineEntry[], key: Key | null): number {
  return key === null ? -1 : rows.findIndex(({ folder }) => folder === key);
}
