import type { Collector } from './collect/collector.ts';

/**
 * A format of files with bookmarks. To add one, write a module with a `TextFormat`, `JsonFormat` or `ArchiveFormat` and list it in
 * formats.ts. Rules for its author:
 * - `matches` looks at the content, never at the name of the file, and stays cheap: formats are asked in the order of the table.
 * - `read` hands raw values to the collector, which cleans, merges and skips. It returns the name of the product as users
 *   know it, such as 'Raindrop.io'. Each entry of the file becomes exactly one call of `link` or `skip`.
 * - Work is linear in the size of the file. There is no recursion over depth, since a file may have thousands of levels.
 * - Nothing of a file becomes the key of a plain object: use a Map.
 * - A damaged file: deliver the whole entries and `tell` the loss. Throw a `Refusal` only if nothing can be read.
 */
interface Format<Content> {
  /** Such as 'raindrop-csv'. */
  readonly kind: string;
  matches(content: Content): boolean;
  read(content: Content, collector: Collector): string;
}

/** A format that reads the decoded text of a file, without a byte order mark. */
export interface TextFormat extends Format<string> {
  /** Set for HTML and XML. A text that begins with a tag is only tried with these formats, and any other text with the others. */
  readonly isMarkup?: true;
}

/** A format that reads the value of a JSON file. If the file ended early, the last objects may lack their ends. */
export type JsonFormat = Format<unknown>;

export interface ArchiveMember {
  readonly name: string;
  readonly text: string;
}

/** A format that reads a zip with several related files. */
export interface ArchiveFormat {
  readonly kind: string;
  /** Selects the members to unpack, in reading order. Empty if the archive has another format. No other members are unpacked. */
  pick(names: readonly string[]): readonly string[];
  read(members: readonly ArchiveMember[], collector: Collector): string;
}
