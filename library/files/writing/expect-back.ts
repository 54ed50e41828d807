import { missing } from '#library/entities/derive.ts';
import { FOLDER_DETAILS } from '#library/entities/folder.ts';
import { IMPORT_FOLDERS_MAX_DEPTH } from '#library/entities/limits.ts';

import { TOP } from '#library/files/library-file.ts';
import type { Arranged, ArrangedFolder } from './arrange.ts';
import type { ExportFormat } from './export-format.ts';
import { PATH_SEPARATOR } from '#library/files/reading/csv/own-csv.ts';
import { pathsOf } from './write-csv.ts';

/** The content that a reader finds in the file. It differs from the library if the format or the reader has a limit. */
export function expectBack(library: Arranged, format: ExportFormat): Arranged {
  const builder = new TreeBuilder();
  const positions =
    format === 'csv' ? csvPositions(library, builder) : samePositions(library, builder, format);
  return {
    folders: builder.folders,
    links: library.links.map((link) => ({
      ...link,
      folders: [...new Set(link.folders.flatMap((folder) => positions.get(folder) ?? []))].sort(
        (left, right) => left - right,
      ),
    })),
  };
}

function samePositions(
  { folders }: Arranged,
  builder: TreeBuilder,
  format: ExportFormat,
): ReadonlyMap<number, number> {
  const positions = new Map<number, number>();
  for (const [position, folder] of folders.entries()) {
    const placed = { ...folder, parent: positions.get(folder.parent) ?? TOP };
    positions.set(position, builder.add(placed, { keepsFolders: format === 'json' }));
  }
  return positions;
}

/** CSV has only the paths of folders with links. A separator in a name splits the name. */
function csvPositions({ folders, links }: Arranged, builder: TreeBuilder): ReadonlyMap<number, number> {
  const paths = pathsOf(folders);
  const positions = new Map<number, number>();
  for (const position of new Set(links.flatMap((link) => link.folders))) {
    let parent = TOP;
    for (const name of (paths[position] ?? '').split(PATH_SEPARATOR))
      parent = builder.add({ ...missing(FOLDER_DETAILS), name, parent, favorite: false, trashed: false });
    positions.set(position, parent);
  }
  return positions;
}

/** Builds a tree of folders. Merges equal ones except for our JSON, and merges folders that are too deep into the one above. */
class TreeBuilder {
  readonly folders: ArrangedFolder[] = [];
  readonly #depths: number[] = [];
  readonly #positions = new Map<string, number>();

  add(folder: ArrangedFolder, { keepsFolders = false } = {}): number {
    const depth = (this.#depths[folder.parent] ?? 0) + 1;
    if (depth > IMPORT_FOLDERS_MAX_DEPTH) return folder.parent;
    const key = `${folder.parent} ${folder.trashed} ${folder.name}`;
    const known = keepsFolders ? undefined : this.#positions.get(key);
    if (known !== undefined) return known;
    this.#depths.push(depth);
    const position = this.folders.push(folder) - 1;
    this.#positions.set(key, position);
    return position;
  }
}
