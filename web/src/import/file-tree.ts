import { type LibraryFile, TOP } from '@foldmark/library/files/library-file';

export interface FolderTreeRow {
  readonly kind: 'folder';
  /** The index in the file's list of folders. */
  readonly folder: number;
  readonly name: string;
  /** 0 for a row at the top. */
  readonly depth: number;
  /** The number of different links in the folder and below. */
  readonly count: number;
  readonly isOpen: boolean;
  readonly isTrashed: boolean;
}

export interface LinkTreeRow {
  readonly kind: 'link';
  readonly title: string;
  readonly url: string;
  readonly depth: number;
  readonly isTrashed: boolean;
}

export type TreeRow = FolderTreeRow | LinkTreeRow;

interface Contents {
  readonly folders: number[];
  readonly links: number[];
}

interface Entry {
  readonly kind: 'folder' | 'link';
  readonly index: number;
  readonly depth: number;
}

/** The folders and links of a file as rows of a tree. Folders are closed until the user opens them. */
export class FileTree {
  readonly #file: LibraryFile;
  readonly #contents = new Map<number, Contents>();
  readonly #counts: readonly number[];
  readonly #open = new Set<number>();
  #entries: readonly Entry[] = [];

  constructor(file: LibraryFile) {
    this.#file = file;
    for (const [index, { parent }] of file.folders.entries()) this.#contentsOf(parent).folders.push(index);
    for (const [index, { folders }] of file.links.entries())
      for (const folder of folders) this.#contentsOf(folder).links.push(index);
    this.#counts = countsOf(file);
    this.#list();
  }

  get size(): number {
    return this.#entries.length;
  }

  /** Opens or closes a folder. Returns the new number of rows. */
  toggle(folder: number): number {
    if (!this.#open.delete(folder)) this.#open.add(folder);
    this.#list();
    return this.size;
  }

  rows(from: number, to: number): readonly TreeRow[] {
    return this.#entries.slice(from, to).flatMap((entry) => this.#row(entry) ?? []);
  }

  #row({ kind, index, depth }: Entry): TreeRow | null {
    if (kind === 'link') {
      const link = this.#file.links[index];
      if (link === undefined) return null;
      return { kind, title: link.title, url: link.url, depth, isTrashed: link.trashed === true };
    }
    const folder = this.#file.folders[index];
    if (folder === undefined) return null;
    const { name, trashed } = folder;
    const [count = 0, isOpen] = [this.#counts[index], this.#open.has(index)];
    return { kind, folder: index, name, depth, count, isOpen, isTrashed: trashed === true };
  }

  #contentsOf(folder: number): Contents {
    let contents = this.#contents.get(folder);
    if (contents === undefined) this.#contents.set(folder, (contents = { folders: [], links: [] }));
    return contents;
  }

  /** Without recursion, because a file can nest its folders deeply. */
  #list(): void {
    const entries: Entry[] = [];
    const waiting: (Entry | { readonly linksOf: number; readonly depth: number })[] = [];
    const push = (folder: number, depth: number): void => {
      waiting.push({ linksOf: folder, depth });
      const { folders } = this.#contents.get(folder) ?? { folders: [] };
      for (const index of folders.toReversed()) waiting.push({ kind: 'folder', index, depth });
    };
    push(TOP, 0);
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if ('linksOf' in next) {
        const { depth } = next;
        for (const index of this.#contents.get(next.linksOf)?.links ?? [])
          entries.push({ kind: 'link', index, depth });
      } else {
        entries.push(next);
        if (this.#open.has(next.index)) push(next.index, next.depth + 1);
      }
    }
    this.#entries = entries;
  }
}

/** The number of different links in each folder and below. */
function countsOf({ folders, links }: LibraryFile): readonly number[] {
  const counts = folders.map(() => 0);
  const counted = folders.map(() => -1);
  for (const [index, link] of links.entries()) {
    for (const folder of link.folders) {
      // If a folder has counted this link already, the folders above it have too.
      for (let at = folder; at !== TOP && counted[at] !== index; at = folders[at]?.parent ?? TOP) {
        counted[at] = index;
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  }
  return counts;
}
