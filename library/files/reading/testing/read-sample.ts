import type { FileFolder, FileLink, LibraryFile } from '#library/files/library-file.ts';

import { LibraryCollector } from '#library/files/reading/collect/collector.ts';
import { readText } from '#library/files/reading/read-text.ts';
import { Refusal } from '#library/files/reading/refusal.ts';

export const NOW = Date.UTC(2026, 10, 22);

/** A result with folder paths instead of positions, so that a test can state it in a line. */
export interface ReadSample extends Omit<LibraryFile, 'folders' | 'links'> {
  readonly links: readonly (Omit<FileLink, 'folders'> & { readonly folders: readonly string[][] })[];
  readonly folders: readonly string[][];
}

/** Reads the text of a sample. Throws if the text is refused. */
export function readSample(text: string): ReadSample {
  const collector = new LibraryCollector(NOW);
  const { kind, source } = readText(text, collector);
  return withPaths(collector.finish(kind, source));
}

/** The reason of a refusal, or 'read'. */
export function refusalOf(text: string): string {
  try {
    readText(text, new LibraryCollector(NOW));
    return 'read';
  } catch (error) {
    if (error instanceof Refusal) return error.reason;
    throw error;
  }
}

export function withPaths(result: LibraryFile): ReadSample {
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

function pathOf(folder: FileFolder, folders: readonly FileFolder[]): string[] {
  const names: string[] = [];
  for (let at: FileFolder | undefined = folder; at !== undefined; at = folders[at.parent]) {
    names.unshift(at.name);
  }
  return names;
}
