import type { FolderDetails } from '#library/entities/folder.ts';
import {
  IMPORT_FOLDERS_MAX_COUNT,
  IMPORT_FOLDERS_MAX_DEPTH,
  IMPORT_LINKS_MAX_COUNT,
  IMPORT_MEMBERSHIPS_MAX_COUNT,
  NOTE_MAX_LENGTH,
} from '#library/entities/limits.ts';
import { sameKey } from '#library/duplicates/link-identity.ts';

import type { FileFolder, LibraryFile, SkippedEntry, SkipReason } from '#library/files/library-file.ts';
import { TOP } from '#library/files/library-file.ts';
import { numberText } from '#library/text/number-text.ts';

import { cleanTitle } from '#library/files/reading/clean/clean-text.ts';
import { CLEANED, EXACT } from '#library/files/reading/clean/cleaning.ts';
import { CollectedLink } from './collected-link.ts';
import { saysSomething } from './json-values.ts';
import { lossesOf } from './losses.ts';
import type { RawEntry } from './raw-entry.ts';
import { Refusal } from '#library/files/reading/refusal.ts';
import { UnusedFields } from './unused-fields.ts';

export interface FolderMarks extends Partial<FolderDetails> {
  readonly favorite?: boolean;
  readonly trashed?: boolean;
  /** Keep the name unchanged, and create a separate folder beside one with an equal name. Only our own JSON has such folders. */
  readonly exact?: boolean;
}

/**
 * Collects the folders and links of one file. Cleans texts, urls and dates, merges equal links, and skips entries without a
 * usable url.
 */
export interface Collector {
  /** Returns the position of the folder with this name in this parent (`TOP` for the top level). */
  folder(parent: number, name: string | null | undefined, marks?: FolderMarks): number;
  /** Adds an entry. Returns the position of its link, or null if the entry is skipped because it has no usable url. */
  link(entry: RawEntry): number | null;
  /** Marks two links as no duplicates of each other, by their positions. */
  distinct(left: number, right: number): void;
  /** Records a skipped entry. */
  skip(reason: SkipReason, url: string | null | undefined, title: string | null | undefined): void;
  /** Tells the user something about the file, such as a lost part. An equal sentence is told only once. */
  tell(sentence: string): void;
  endsEarly(): void;
  /** Tells how many items were left out because Foldmark can't store them. */
  leftOut(count: number, one: string, many: string): void;
  /** Counts a field of an entry that a link can't store. One sentence at the end tells all of these fields. */
  unused(name: string): void;
}

const TOLD_MAX_COUNT = 100;
/** A file with more skipped entries is no library, and would fill the memory. */
const SKIPPED_MAX_COUNT = 500_000;

export class LibraryCollector implements Collector {
  readonly #now: number;
  readonly #folders: FileFolder[] = [];
  readonly #depths: number[] = [];
  /** The positions of folders by parent, state and name. */
  readonly #positions = new Map<string, number>();
  readonly #links: CollectedLink[] = [];
  /** The positions of links by state and key of the url. */
  readonly #byKey = new Map<string, number>();
  readonly #skipped: SkippedEntry[] = [];
  readonly #told = new Set<string>();
  readonly #unused = new UnusedFields();
  #unknownDates = 0;
  #entries = 0;
  #memberships = 0;

  /** `now` is the time of the import in milliseconds. Later dates count as unknown. */
  constructor(now: number) {
    this.#now = now;
  }

  folder(parent: number, name: string | null | undefined, marks: FolderMarks = {}): number {
    const depth = parent === TOP ? 1 : (this.#depths[parent] ?? 0) + 1;
    if (depth > IMPORT_FOLDERS_MAX_DEPTH) {
      this.tell(
        `Folders can be ${IMPORT_FOLDERS_MAX_DEPTH} levels deep. The links of deeper ones are in the deepest folder above them.`,
      );
      return parent;
    }
    const isExact = marks.exact === true;
    const clean = (isExact ? EXACT : CLEANED).folderName(name ?? '');
    const trashed = marks.trashed === true;
    const key = `${parent} ${trashed ? 'trashed' : 'active'} ${clean}`;
    const known = isExact ? undefined : this.#positions.get(key);
    if (known !== undefined) {
      const folder = this.#folders[known];
      if (marks.favorite === true && folder !== undefined)
        this.#folders[known] = { ...folder, favorite: true };
      return known;
    }
    const position = this.#folders.length;
    checkCount(position + 1, IMPORT_FOLDERS_MAX_COUNT, 'folders');
    this.#folders.push({
      name: clean,
      parent,
      ...(marks.favorite === true && { favorite: true }),
      ...(trashed && { trashed: true }),
      ...(marks.icon !== undefined && { icon: marks.icon }),
    });
    this.#depths.push(depth);
    this.#positions.set(key, position);
    return position;
  }

  link(entry: RawEntry): number | null {
    const cleaning = entry.distinct === true ? EXACT : CLEANED;
    const clean = cleaning.url(entry.url);
    if ('reason' in clean) {
      this.skip(clean.reason, clean.url, entry.title);
      return null;
    }
    this.#entries += 1;
    const position = this.#positionOf(clean.url, entry);
    const link = this.#links[position];
    if (link === undefined) return null;
    this.#memberships += link.addFolders(entry.folders ?? []);
    checkCount(this.#memberships, IMPORT_MEMBERSHIPS_MAX_COUNT, 'links in folders');
    const created = cleaning.date(entry.created, this.#now);
    if (created === null && saysSomething(entry.created)) this.#unknownDates += 1;
    if (!link.addFacts(entry, created, cleaning)) {
      this.tell(`Notes longer than ${NOTE_MAX_LENGTH} characters were cut.`);
    }
    return position;
  }

  distinct(left: number, right: number): void {
    if (left !== right) this.#links[Math.max(left, right)]?.addDistinct(Math.min(left, right));
  }

  skip(reason: SkipReason, url: string | null | undefined, title: string | null | undefined): void {
    this.#entries += 1;
    checkCount(this.#skipped.length + 1, SKIPPED_MAX_COUNT, 'entries without a link');
    this.#skipped.push({ reason, url: url ?? '', title: cleanTitle(title ?? '') });
  }

  tell(sentence: string): void {
    if (this.#told.size < TOLD_MAX_COUNT) this.#told.add(sentence);
  }

  endsEarly(): void {
    this.tell('The file ends early. Everything before its end was read.');
  }

  leftOut(count: number, one: string, many: string): void {
    if (count > 0)
      this.tell(count === 1 ? `1 ${one} was left out.` : `${numberText(count)} ${many} were left out.`);
  }

  unused(name: string): void {
    this.#unused.add(name);
  }

  finish(kind: string, source: string): LibraryFile {
    const links = this.#links.map((link) => link.finish());
    return {
      kind,
      source,
      links,
      folders: this.#folders,
      skipped: this.#skipped,
      told: [...this.#told, ...lossesOf(links, this.#unknownDates, this.#unused)],
      entries: this.#entries,
      merged: this.#entries - this.#links.length - this.#skipped.length,
    };
  }

  /** The position of the existing link with the same key and state, or of a new link. */
  #positionOf(url: string, { distinct = false, trashed = false }: RawEntry): number {
    const key = `${trashed ? 'trashed' : 'active'} ${sameKey(url)}`;
    const known = distinct ? undefined : this.#byKey.get(key);
    if (known !== undefined) return known;
    checkCount(this.#links.length + 1, IMPORT_LINKS_MAX_COUNT, 'links');
    const position = this.#links.push(new CollectedLink(url, trashed)) - 1;
    this.#byKey.set(key, position);
    return position;
  }
}

function checkCount(count: number, max: number, things: string): void {
  if (count <= max) return;
  throw new Refusal(
    'too-large',
    `The file has more than ${numberText(max)} ${things}. Split it and import the parts one after the other.`,
  );
}
