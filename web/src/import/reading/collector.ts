import {
  IMPORT_FOLDERS_MAX_COUNT,
  IMPORT_FOLDERS_MAX_DEPTH,
  IMPORT_LINKS_MAX_COUNT,
  IMPORT_MEMBERSHIPS_MAX_COUNT,
  NOTE_MAX_LENGTH,
} from '@foldmark/contract/limits';
import { sameKey } from '@foldmark/contract/link-identity';

import type { FileFolder, LibraryFile, SkippedEntry, SkipReason } from '#web/import/library-file.ts';
import { TOP } from '#web/import/library-file.ts';

import { cleanDate } from './clean-date.ts';
import { cleanFolderName, cleanTitle } from './clean-text.ts';
import { cleanUrl } from './clean-url.ts';
import { CollectedLink } from './collected-link.ts';
import { exactDate, exactFolderName, exactUrl } from './exact.ts';
import type { RawEntry } from './raw-entry.ts';
import { Refusal } from './refusal.ts';

/** Collects the folders and links of one file. It cleans texts, urls and dates, merges equal links and skips bad ones. */
export interface Collector {
  /**
   * Returns the position of the folder of this name in its parent (`TOP` for the top). An equal name is the same folder. Only
   * our own JSON has folders whose names are `exact`.
   */
  folder(
    parent: number,
    name: string | null | undefined,
    more?: { readonly favorite?: boolean; readonly trashed?: boolean; readonly exact?: boolean },
  ): number;
  /** Adds an entry. One without a usable url is skipped. */
  link(entry: RawEntry): void;
  /** Adds an entry that is no link. */
  skip(reason: SkipReason, url: string | null | undefined, title: string | null | undefined): void;
  /** Tells the person something about the file, such as a lost part. An equal sentence is told once. */
  tell(sentence: string): void;
}

const TOLD_MAX_COUNT = 100;
/** A file with more is no library, and would fill the memory. */
const SKIPPED_MAX_COUNT = 500_000;

export class LibraryCollector implements Collector {
  readonly #now: number;
  readonly #folders: FileFolder[] = [];
  readonly #depths: number[] = [];
  /** Positions by parent, state and name. */
  readonly #positions = new Map<string, number>();
  readonly #links: CollectedLink[] = [];
  readonly #byKey = new Map<string, CollectedLink>();
  readonly #skipped: SkippedEntry[] = [];
  readonly #told = new Set<string>();
  #entries = 0;
  #memberships = 0;

  /** `now` is the time of the import in milliseconds: later dates are unknown. */
  constructor(now: number) {
    this.#now = now;
  }

  folder(
    parent: number,
    name: string | null | undefined,
    more: Parameters<Collector['folder']>[2] = {},
  ): number {
    const depth = parent === TOP ? 1 : (this.#depths[parent] ?? 0) + 1;
    if (depth > IMPORT_FOLDERS_MAX_DEPTH) {
      this.tell(
        `Folders can be ${IMPORT_FOLDERS_MAX_DEPTH} levels deep. The links of deeper ones are in the deepest folder above them.`,
      );
      return parent;
    }
    const clean = (more.exact === true ? exactFolderName : cleanFolderName)(name ?? '');
    const trashed = more.trashed === true;
    const key = `${parent} ${trashed ? 'trashed' : 'active'} ${clean}`;
    const known = this.#positions.get(key);
    if (known !== undefined) {
      const folder = this.#folders[known];
      if (more.favorite === true && folder !== undefined)
        this.#folders[known] = { ...folder, favorite: true };
      return known;
    }
    const position = this.#folders.length;
    checkCount(position + 1, IMPORT_FOLDERS_MAX_COUNT, 'folders');
    this.#folders.push({
      name: clean,
      parent,
      ...(more.favorite === true && { favorite: true }),
      ...(trashed && { trashed: true }),
    });
    this.#depths.push(depth);
    this.#positions.set(key, position);
    return position;
  }

  link(entry: RawEntry): void {
    const isExact = entry.distinct === true;
    const clean = (isExact ? exactUrl : cleanUrl)(entry.url);
    if ('reason' in clean) {
      this.skip(clean.reason, clean.url, entry.title);
      return;
    }
    this.#entries += 1;
    const link = this.#linkOf(clean.url, entry);
    this.#memberships += link.addFolders(entry.folders ?? []);
    checkCount(this.#memberships, IMPORT_MEMBERSHIPS_MAX_COUNT, 'links in folders');
    if (!link.addFacts(entry, (isExact ? exactDate : cleanDate)(entry.created, this.#now))) {
      this.tell(`Notes longer than ${NOTE_MAX_LENGTH} characters were cut.`);
    }
  }

  skip(reason: SkipReason, url: string | null | undefined, title: string | null | undefined): void {
    this.#entries += 1;
    checkCount(this.#skipped.length + 1, SKIPPED_MAX_COUNT, 'entries without a link');
    this.#skipped.push({ reason, url: url ?? '', title: cleanTitle(title ?? '') });
  }

  tell(sentence: string): void {
    if (this.#told.size < TOLD_MAX_COUNT) this.#told.add(sentence);
  }

  finish(kind: string, source: string): LibraryFile {
    return {
      kind,
      source,
      links: this.#links.map((link) => link.finish()),
      folders: this.#folders,
      skipped: this.#skipped,
      told: [...this.#told],
      entries: this.#entries,
      merged: this.#entries - this.#links.length - this.#skipped.length,
    };
  }

  /** The link with the same key and state, or a new one. */
  #linkOf(url: string, { distinct = false, trashed = false }: RawEntry): CollectedLink {
    const key = `${trashed ? 'trashed' : 'active'} ${sameKey(url)}`;
    const known = distinct ? undefined : this.#byKey.get(key);
    if (known !== undefined) return known;
    const link = new CollectedLink(url, trashed);
    checkCount(this.#links.length + 1, IMPORT_LINKS_MAX_COUNT, 'links');
    this.#links.push(link);
    this.#byKey.set(key, link);
    return link;
  }
}

function checkCount(count: number, max: number, things: string): void {
  if (count <= max) return;
  throw new Refusal(
    'too-large',
    `The file has more than ${max.toLocaleString('en')} ${things}. Split it and import the parts one after the other.`,
  );
}
