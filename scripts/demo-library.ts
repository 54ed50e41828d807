/** A library as emulator-data/library.md writes it down. */
export interface DemoFolder {
  readonly name: string;
  /** Where its parent stands in the list of folders; null at the top. */
  readonly parent: number | null;
  readonly favorite: boolean;
  readonly trashed: boolean;
}

export interface DemoLink {
  readonly name: string;
  readonly url: string;
  readonly favorite: boolean;
  readonly trashed: boolean;
  /** Where its folders stand in the list of folders. */
  readonly folders: readonly number[];
}

const HEADING = /^(?<depth>#+) (?<name>.+?)(?<marks>[ *†]*)$/u;
const LINK = /^- (?<name>.+?) <(?<url>[^>]+)>(?<marks>[ *†]*)$/u;

export function parseDemoLibrary(text: string): { folders: DemoFolder[]; links: DemoLink[] } {
  const folders: DemoFolder[] = [];
  const links = new Map<string, DemoLink>();
  /** The folder at each depth on the way down to the current one. */
  const path: number[] = [];
  for (const line of text.split('\n')) {
    const heading = HEADING.exec(line)?.groups;
    if (heading !== undefined) {
      const { depth = '', name = '', marks = '' } = heading;
      path.splice(depth.length - 1);
      folders.push({ name, parent: path.at(-1) ?? null, ...flags(marks) });
      path.push(folders.length - 1);
      continue;
    }
    const link = LINK.exec(line)?.groups;
    if (link === undefined) continue;
    const { name = '', url = '', marks = '' } = link;
    const known = links.get(url) ?? { name, url, ...flags(marks), folders: [] };
    links.set(url, { ...known, folders: [...known.folders, ...path.slice(-1)] });
  }
  return { folders, links: [...links.values()] };
}

function flags(marks: string): { favorite: boolean; trashed: boolean } {
  return { favorite: marks.includes('*'), trashed: marks.includes('†') };
}
