import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { foldName } from '@foldmark/library/memory/fold-name';
import { folderChoices, type NewFolders } from '@foldmark/library/memory/folder-choices';
import { type OutlineEntry, pathText } from '@foldmark/library/memory/folder-outline';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

/** A folder of a link: a stored one, or one that will be created with the link. */
export type ChosenFolder = Key | NewFolders;

export interface FolderRow {
  readonly folder: ChosenFolder;
  readonly name: string;
  /** The path of the parent, while the tree does not show it. */
  readonly place: string;
  /** 1 for a folder that is not indented. */
  readonly level: number;
  readonly isChosen: boolean;
}

export interface FolderList {
  readonly tree: FolderTree;
  /** All folders, depth first. */
  readonly outline: readonly OutlineEntry[];
  readonly chosen: readonly ChosenFolder[];
  /** The folders that were used last, latest first. They come first while nothing is typed. */
  readonly recent: readonly Key[];
}

/** More rows would take longer to show than to search. */
const ROWS_MAX_COUNT = 60;

/** The rows for a typed text. The folder that the text can create comes last. */
export function folderRows(list: FolderList, typed: string): readonly FolderRow[] {
  const { tree, outline } = list;
  const text = typed.trim();
  const row = (folder: Key, level: number): FolderRow => ({
    folder,
    name: tree.name(folder),
    place: level === 0 ? pathText(tree, tree.parent(folder)) : '',
    level: Math.max(1, level),
    isChosen: list.chosen.includes(folder),
  });
  if (text === '') {
    const recent = list.recent.filter((folder) => tree.isVisible(folder)).map((folder) => row(folder, 0));
    return [...recent, ...outline.slice(0, ROWS_MAX_COUNT).map(({ folder, level }) => row(folder, level))];
  }
  const { entries, created } = folderChoices(tree, text, (folder) => tree.isVisible(folder));
  const found = entries.slice(0, ROWS_MAX_COUNT).map(({ folder }) => row(folder, 0));
  return created === null ? found : [...found, newRow(list, created)];
}

function newRow({ tree, chosen }: FolderList, folder: NewFolders): FolderRow {
  return {
    folder,
    name: folder.names.join(' / '),
    place: placeOf(tree, folder),
    level: 1,
    isChosen: chosen.some((one) => isSameFolder(one, folder)),
  };
}

export function isSameFolder(left: ChosenFolder, right: ChosenFolder): boolean {
  if (typeof left === 'number' || typeof right === 'number') return left === right;
  return left.parent === right.parent && foldName(left.names.join('/')) === foldName(right.names.join('/'));
}

/** The name of a chosen folder, and the path of its parent. */
export function chosenName(tree: FolderTree, folder: ChosenFolder): string {
  return typeof folder === 'number' ? tree.name(folder) : folder.names.join(' / ');
}

export function placeOf(tree: FolderTree, folder: ChosenFolder): string {
  const parent = typeof folder === 'number' ? tree.parent(folder) : folder.parent;
  return parent === ROOT_FOLDER_ID ? '' : pathText(tree, parent);
}

/** The whole path, for a tooltip. */
export function chosenPath(tree: FolderTree, folder: ChosenFolder): string {
  const place = placeOf(tree, folder);
  const name = chosenName(tree, folder);
  return place === '' ? name : `${place} / ${name}`;
}
