/** A folder of emulator-data/library.md. */
export interface DemoFolder {
  readonly name: string;
  /** The parent's index in the list of folders; null at the top level. */
  readonly parent: number | null;
  readonly favorite: boolean;
  readonly trashed: boolean;
  /** The drawing of its image, as a path relative to library.md. */
  readonly image: string | null;
}

export interface DemoLink {
  readonly name: string;
  readonly url: string;
  readonly favorite: boolean;
  readonly trashed: boolean;
  readonly image: string | null;
  /** The indexes of the link's folders in the list of folders. */
  readonly folders: readonly number[];
}

export interface DemoLibrary {
  readonly folders: readonly DemoFolder[];
  readonly links: readonly DemoLink[];
}

const HEADING = /^(?<depth>#+) (?<name>.+?)(?<marks>[ *†]*)(?: !\[\]\((?<image>[^)]+)\))?$/u;
const LINK = /^- (?<name>.+?) <(?<url>[^>]+)>(?<marks>[ *†]*)(?: !\[\]\((?<image>[^)]+)\))?$/u;

export function parseDemoLibrary(text: string): DemoLibrary {
  const folders: DemoFolder[] = [];
  const links = new Map<string, DemoLink>();
  /** The indexes of the current folder and its ancestors, by depth. */
  const path: number[] = [];
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) {
      const { depth = '', name = '', ...rest } = heading;
      path.splice(depth.length - 1);
      folders.push({ name, parent: path.at(-1) ?? null, ...traits(rest) });
      path.push(folders.length - 1);
      continue;
    }
    const link = LINK.exec(line)?.groups;
    if (link === undefined) continue;
    const { name = '', url = '', ...rest } = link;
    const known = links.get(url) ?? { name, url, ...traits(rest), folders: [] };
    links.set(url, { ...known, folders: [...known.folders, ...path.slice(-1)] });
  }
  return { folders, links: [...links.values()] };
}

function traits({ marks = '', image }: Partial<Record<string, string>>) {
  return { favorite: marks.includes('*'), trashed: marks.includes('†'), image: image ?? null };
}
