import type { FolderDetails } from '#library/entities/folder.ts';
import type { LinkDetails } from '#library/entities/link.ts';

/** The result of reading a file with bookmarks (docs/decisions/038). */

/** The parent of a top folder, and the folder of a link that is in no folder. */
export const TOP = -1;

export interface FileFolder extends Partial<FolderDetails> {
  readonly name: string;
  /** The index of an earlier folder in the list, or `TOP`. */
  readonly parent: number;
  readonly favorite?: true;
  readonly trashed?: true;
}

export interface FileLink extends LinkDetails {
  readonly url: string;
  /** Never empty: the placeholder name if the file has no title. */
  readonly title: string;
  /** An ISO date, or null if the file has none. */
  readonly created: string | null;
  /** Indexes in the list of folders, or `TOP`. Never empty, in file order, without duplicates. */
  readonly folders: readonly number[];
  readonly tags: readonly string[];
  readonly favorite?: true;
  readonly archived?: true;
  readonly unread?: true;
  readonly cover?: string;
  readonly trashed?: true;
  /** What the page said about itself. Only our own JSON has it. */
  readonly description?: string;
  /** The indexes of earlier links that are no duplicates of this one. Only our own JSON has them. */
  readonly distinctFrom?: readonly number[];
}

export type SkipReason = 'scheme' | 'bad-url' | 'no-url' | 'too-long' | 'not-a-link' | 'feed-item';

export interface SkippedEntry {
  readonly reason: SkipReason;
  readonly url: string;
  readonly title: string;
}

export interface LibraryFile {
  /** The format, such as 'netscape' or 'raindrop-csv'. */
  readonly kind: string;
  /** The product that wrote the file, as users know it, such as 'Chrome'. */
  readonly source: string;
  readonly links: readonly FileLink[];
  /** Each folder comes after its parent. */
  readonly folders: readonly FileFolder[];
  readonly skipped: readonly SkippedEntry[];
  /** Sentences for the user, such as 'The file ends early.' */
  readonly told: readonly string[];
  /** entries = links + merged + skipped. */
  readonly entries: number;
  /** How many entries were merged into an earlier one with the same url. */
  readonly merged: number;
}

export type RefusalReason =
  | 'empty'
  | 'not-recognised'
  | 'no-bookmark-file'
  | 'broken'
  | 'too-large'
  /** The file contains passwords. None of its content was read. */
  | 'passwords';

export interface RefusedFile {
  readonly refused: RefusalReason;
  /** Tells what the file is, and what to do instead, such as where a product exports its bookmarks. */
  readonly hint: string;
}
