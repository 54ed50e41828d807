import { FOLDER_NAME_MAX_LENGTH, ROOT_FOLDER_ID } from '@foldmark/contract/limits';
import { useMemo, useState } from 'react';

import { useActions, useFolderTree } from '#web/hooks/library-hooks.ts';
import type { Key } from '#web/sync/library/keys.ts';

import { folderOutline, isNameInRoot, type OutlineEntry, pathText } from './folder-outline.ts';

/** Stands for the entry that creates a folder, below the list. */
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

export interface FolderListState {
  readonly text: string;
  readonly setText: (text: string) => void;
  readonly isFiltered: boolean;
  /** No folder is in the list. */
  readonly isEmpty: boolean;
  readonly rows: readonly OutlineEntry[];
  /** How many rows there are without a search. */
  readonly fullCount: number;
  /** How many folders match the search. Null without one. */
  readonly matchCount: number | null;
  /** The row that Enter picks. */
  readonly active: Active | null;
  /** The index of the active row, or of the row where the arrows start. */
  readonly current: number;
  /** The arrows have moved since the text changed, so Space picks and does not write. */
  readonly isMoving: boolean;
  readonly activate: (row: Active) => void;
  readonly pick: (folder: Key) => void;
  /** Picks the active row, or creates the folder. */
  readonly pickActive: () => void;
  /** The name to create a folder with. Null if there is no text, or a folder in the root has that name. */
  readonly newName: string | null;
  readonly create: () => void;
  /** The path of a folder while a search hides most of the tree. */
  readonly pathOf: (folder: Key) => string | undefined;
}

export function useFolderList(options: FolderListOptions): FolderListState {
  const { checked, initial, root, accepts, isDisabled, onPick } = options;
  const actions = useActions();
  const tree = useFolderTree();
  const [text, setText] = useState('');
  const [moved, setMoved] = useState<Active | null>(null);

  const whole = useMemo(() => folderOutline(tree, '', accepts), [tree, accepts]);
  const name = text.trim();
  const { entries, matches } = useMemo(
    () => (name === '' ? whole : folderOutline(tree, name, accepts)),
    [tree, accepts, name, whole],
  );
  const hasRoot = root !== undefined;
  const rows = useMemo(() => (hasRoot ? [ROOT, ...entries] : entries), [hasRoot, entries]);
  const chosen = rows.find(({ folder }) => checked?.has(folder) ?? folder === initial)?.folder ?? null;
  const [start, setStart] = useState(chosen);
  // The folders or the memberships have loaded after the list opened.
  if (start === null && chosen !== null && moved === null && text === '') setStart(chosen);

  const isCreatable = name !== '' && name.length <= FOLDER_NAME_MAX_LENGTH && !isNameInRoot(tree, name);
  const firstMatch = (): Active | null =>
    entries.find(({ folder }) => matches?.has(folder) === true && !isDisabled(folder))?.folder ??
    (isCreatable ? CREATE : null);
  const isThere = moved === CREATE ? isCreatable : indexOf(rows, moved) !== -1;
  const active = isThere ? moved : matches === null ? null : firstMatch();
  const at = active === CREATE ? null : (active ?? start);
  const create = () => {
    const { key, id } = actions.createFolder({ name });
    setText('');
    setMoved(key);
    onPick(key, id);
  };
  return {
    text,
    setText: (next) => {
      setText(next);
      setMoved(null);
    },
    isFiltered: matches !== null,
    isEmpty: entries.length === 0,
    rows,
    fullCount: whole.entries.length + (hasRoot ? 1 : 0),
    matchCount: matches === null ? null : entries.filter(({ folder }) => matches.has(folder)).length,
    active,
    current: active === CREATE ? rows.length : Math.max(0, indexOf(rows, at)),
    isMoving: isThere,
    activate: setMoved,
    pick: onPick,
    pickActive: () => {
      if (active === CREATE) create();
      else if (active !== null && !isDisabled(active)) onPick(active);
    },
    newName: isCreatable ? name : null,
    create,
    pathOf: (folder) => (matches === null ? undefined : pathText(tree, folder)),
  };
}

function indexOf(rows: readonly OutlineEntry[], key: Key | null): number {
  return key === null ? -1 : rows.findIndex(({ folder }) => folder === key);
}
