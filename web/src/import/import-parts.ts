import { missing, picked } from '@foldmark/library/entities/derive';
import { LINK_DETAILS } from '@foldmark/library/entities/link';
import type { ImportFolder, ImportLink, ImportPart } from '@foldmark/contract/imports';
import { DISTINCT_LINKS_MAX_COUNT, FOLDER_NAME_MAX_LENGTH } from '@foldmark/library/entities/limits';
import {
  IMPORT_PART_MAX_BYTES,
  IMPORT_PART_MAX_COUNT,
  IMPORT_PART_MAX_DISTINCT,
} from '@foldmark/contract/limits';

import { type FileLink, type LibraryFile, TOP } from '@foldmark/library/files/library-file';

/** The limit of the API, less some room for the defaults that its schema adds to a part. */
const MAX_BYTES = IMPORT_PART_MAX_BYTES - 50_000;
const TAGS_FOLDER = 'Tags';

export interface PartOptions {
  readonly tagsAsFolders: boolean;
  /** Whether the import goes into a folder. Then a link at the top of the file is put into that folder. */
  readonly hasTarget: boolean;
}

/** The counts that /imports/start/ announces. */
export interface PartCounts {
  readonly folders: number;
  readonly links: number;
  readonly memberships: number;
}

const encoder = new TextEncoder();

/** The folders of an import: those of the file, and one for each tag if the user wants them. */
export class ImportFolders {
  readonly list: ImportFolder[];
  readonly #ofTag = new Map<string, number>();

  readonly #hasTarget: boolean;

  constructor({ folders, links }: LibraryFile, { tagsAsFolders, hasTarget }: PartOptions) {
    this.#hasTarget = hasTarget;
    this.list = folders.map(({ name, parent, icon, favorite, trashed }) => ({
      name,
      parent,
      ...(icon === undefined ? {} : { icon }),
      ...(favorite === undefined ? {} : { favorite }),
      ...(trashed === undefined ? {} : { trashed }),
    }));
    if (tagsAsFolders) for (const { tags } of links) for (const tag of tags) this.#addTag(tag);
  }

  /** The indexes of a link's folders. */
  of({ folders, tags }: FileLink): readonly number[] {
    const ofTags = this.#ofTag.size === 0 ? [] : tags.flatMap((tag) => this.#ofTag.get(keyOf(tag)) ?? []);
    return [...new Set([...folders.filter((folder) => folder !== TOP), ...ofTags])];
  }

  /** Whether a link is in the folder to import into, besides its other folders. */
  isAlsoInTarget({ folders }: FileLink): boolean {
    return this.#hasTarget && folders.includes(TOP);
  }

  #addTag(tag: string): void {
    const key = keyOf(tag);
    if (this.#ofTag.has(key)) return;
    const parent = this.#find(TAGS_FOLDER, TOP) ?? this.#add(TAGS_FOLDER, TOP);
    const name = tag.slice(0, FOLDER_NAME_MAX_LENGTH);
    this.#ofTag.set(key, this.#find(name, parent) ?? this.#add(name, parent));
  }

  #add(name: string, parent: number): number {
    this.#byPath.set(pathOf(name, parent), this.list.length);
    return this.list.push({ name, parent }) - 1;
  }

  #find(name: string, parent: number): number | undefined {
    return this.#byPath.get(pathOf(name, parent));
  }

  /** Built from the file's folders when the first tag needs it. */
  get #byPath(): Map<string, number> {
    return (this.#paths ??= new Map(
      this.list.flatMap(({ name, parent, trashed }, index) =>
        trashed === true ? [] : [[pathOf(name, parent), index] as const],
      ),
    ));
  }
  #paths: Map<string, number> | null = null;
}

/**
 * Splits a file into the parts of an import. All folders come before the first link, so that a link refers only to folders of
 * its own part and earlier ones.
 */
export function* importParts(file: LibraryFile, folders: ImportFolders): Generator<ImportPart> {
  let part = new OpenPart();
  for (const folder of folders.list) {
    if (!part.add('folders', folder)) {
      yield part.content;
      part = new OpenPart();
      part.add('folders', folder);
    }
  }
  /** The index of the first entry of each link. */
  const numbers: number[] = [];
  let number = 0;
  for (const link of file.links) {
    numbers.push(number);
    for (const entry of entriesOf(link, folders.of(link), folders.isAlsoInTarget(link), numbers)) {
      number += 1;
      if (part.add('links', entry)) continue;
      yield part.content;
      part = new OpenPart();
      part.add('links', entry);
    }
  }
  if (!part.isEmpty) yield part.content;
}

/** A link with many folders continues in further entries. An entry without folders is in the target folder. */
function* entriesOf(
  link: FileLink,
  folders: readonly number[],
  isAlsoInTarget: boolean,
  numbers: readonly number[],
): Generator<ImportLink> {
  const { url, title, trashed } = link;
  const next = (more: readonly number[]): ImportLink => ({
    url,
    name: title,
    ...missing(LINK_DETAILS),
    folders: [...more],
    continues: true,
    ...(trashed === undefined ? {} : { trashed }),
  });
  const marks = (link.distinctFrom ?? []).flatMap((position) => numbers[position] ?? []);
  yield {
    ...linkOf(link, folders.slice(0, IMPORT_PART_MAX_COUNT)),
    ...(marks.length === 0 ? {} : { distinct_from: marks.slice(0, DISTINCT_LINKS_MAX_COUNT) }),
  };
  for (let from = IMPORT_PART_MAX_COUNT; from < folders.length; from += IMPORT_PART_MAX_COUNT)
    yield next(folders.slice(from, from + IMPORT_PART_MAX_COUNT));
  if (isAlsoInTarget && folders.length > 0) yield next([]);
}

function linkOf(link: FileLink, folders: readonly number[]): ImportLink {
  const { url, title, description, created, favorite, trashed } = link;
  return {
    url,
    name: title,
    ...picked(LINK_DETAILS, link),
    ...(description === undefined ? {} : { description }),
    folders: [...folders],
    ...(created === null ? {} : { created_at: created }),
    ...(favorite === undefined ? {} : { favorite }),
    ...(trashed === undefined ? {} : { trashed }),
  };
}

interface PartLists {
  readonly folders: ImportFolder[];
  readonly links: ImportLink[];
}

class OpenPart {
  readonly content: PartLists = { folders: [], links: [] };
  #bytes = 0;
  #marks = 0;

  get isEmpty(): boolean {
    return this.#bytes === 0;
  }

  /** Returns false if the part is full. */
  add<K extends keyof PartLists>(list: K, entry: PartLists[K][number]): boolean {
    const bytes = encoder.encode(JSON.stringify(entry)).byteLength + 1;
    const marks = 'distinct_from' in entry ? (entry.distinct_from?.length ?? 0) : 0;
    const entries: PartLists[K][number][] = this.content[list];
    const isFull = entries.length === IMPORT_PART_MAX_COUNT || this.#marks + marks > IMPORT_PART_MAX_DISTINCT;
    if (isFull || this.#bytes + bytes > MAX_BYTES) return false;
    entries.push(entry);
    this.#bytes += bytes;
    this.#marks += marks;
    return true;
  }
}

/** Tags that differ only in case are equal. */
function keyOf(tag: string): string {
  return tag.toLowerCase();
}

function pathOf(name: string, parent: number): string {
  return `${parent} ${name}`;
}
