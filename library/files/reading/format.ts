import type { Collector } from './collect/collector.ts';

/**
 * A format of files with bookmarks. To add one, write a module with a `TextFormat`, `JsonFormat` or `ArchiveFormat` and list it in
 * formats.ts. Rules for its author:
 * - `matches` looks at the content, never at the name of the file, and stays cheap: formats are asked in the order of the table.
 * - `read` hands raw values to the collector, which cleans, merges and skips. It returns the name of the product as a person
 *   knows it, such as 'Raindrop.io'. Each entry of the file becomes exactly one call of `link` or `skip`.
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

/** The decoded text of a file, without a byte order mark. */
export interface TextFormat extends Format<string> {
  /** For HTML and XML. Only such formats are asked about a text that begins with a tag, and no others are. */
  readonly isMarkup?: true;
}

/** The value of a JSON file. It may come from a file that ends early: then its last objects lack what was cut off. */
export type JsonFormat = Format<unknown>;

export interface ArchiveMember {
  readonly name: string;
  readonly text: string;
}

/** A zip with several files that belong together. */
export interface ArchiveFormat {
  readonly kind: string;
  /** Picks the members to unpack, in reading order; none if the archive has another format. No other member is unpacked. */
  pick(names: readonly string[]): readonly string[];
  read(members: readonly ArchiveMember[], collector: Collector): string;
}
