import type { FileFolder, FileLink, LibraryFile } from '#web/import/library-file.ts';

import { readLibrary } from '../read-library.ts';

const NOW = Date.UTC(2026, 10, 22);

/** A result with paths of names in place of positions, so that a test can state it in a line. */
export interface ReadSample extends Omit<LibraryFile, 'folders' | 'links'> {
  readonly links: readonly (Omit<FileLink, 'folders'> & { readonly folders: readonly string[][] })[];
  readonly folders: readonly string[][];
}

/** Reads a sample that is expected to be a file with bookmarks. */
export function readSample(sample: string | Uint8Array): ReadSample {
  const bytes = typeof sample === 'string' ? new TextEncoder().encode(sample) : sample;
  const result = readLibrary(bytes, NOW);
  if ('refused' in result) throw new Error(`refused: ${result.refused}`);
  const paths = result.folders.map((folder) => pathOf(folder, result.folders));
  return {
    ...result,
    folders: paths,
    links: result.links.map((link) => ({
      ...link,
      folders: link.folders.map((position) => paths[position] ?? []),
    })),
  };
}

/** The reason of a refusal, or 'read'. */
export function refusalOf(sample: string): string {
  const result = readLibrary(new TextEncoder().encode(sample), NOW);
  return 'refused' in result ? result.refused : 'read';
}

function pathOf(folder: FileFolder, folders: readonly FileFolder[]): string[] {
  const names: string[] = [];
  for (let at: FileFolder | undefined = folder; at !== undefined; at = folders[at.parent]) {
    names.unshift(at.name);
  }
  return names;
}
