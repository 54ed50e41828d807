import { pathText } from '@foldmark/library/memory/folder-outline';
import type { FolderTree } from '@foldmark/library/memory/folder-tree';
import type { Key } from '@foldmark/library/memory/keys';

import { openPart } from '#extension/copy/open-part.ts';
import { BROWSER } from '#extension/platform/browser.ts';
import type { Environment } from '#extension/platform/environment.ts';

/** In the store with the copy, because a disconnect deletes it. */
const RECORD = 'recent folders';
const MAX_COUNT = 3;

interface RecentFolder {
  readonly folder: Key;
  /** A new folder gets another key when the server has created it. */
  readonly path: string;
}

/** The folders that were used last in the extension, latest first. */
export async function recentFolders(tree: FolderTree, env: Environment = BROWSER): Promise<readonly Key[]> {
  const found = (await stored(env)).map((recent) => folderOf(tree, recent));
  return [...new Set(found.filter((folder) => folder !== null))];
}

export async function rememberFolders(folders: readonly Key[], env: Environment = BROWSER): Promise<void> {
  if (folders.length === 0) return;
  const { built } = await openPart({}, env);
  const { tree } = built;
  const used = folders.map((folder) => ({ folder, path: pathText(tree, folder) }));
  const paths = new Set(used.map(({ path }) => path));
  const others = (await stored(env)).filter(({ path }) => !paths.has(path));
  await env.store.write(async (records) => {
    records.put(RECORD, [...used, ...others].slice(0, MAX_COUNT));
  });
}

function folderOf(tree: FolderTree, { folder, path }: RecentFolder): Key | null {
  if (tree.isVisible(folder)) return folder;
  return tree.visible.find((other) => pathText(tree, other) === path) ?? null;
}

async function stored(env: Environment): Promise<readonly RecentFolder[]> {
  const value = await env.store.read(async (records) => records.get(RECORD));
  return Array.isArray(value) ? value.filter(isRecent) : [];
}

function isRecent(value: unknown): value is RecentFolder {
  return (
    typeof value === 'object' &&
    value !== null &&
    'folder' in value &&
    typeof value.folder === 'number' &&
    'path' in value &&
    typeof value.path === 'string'
  );
}
