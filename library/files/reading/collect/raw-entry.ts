import type { LinkDetails } from '#library/entities/link.ts';

type RawDetails = { readonly [K in keyof LinkDetails]?: LinkDetails[K] | null | undefined };

/** A link in a file, before its values are cleaned. */
export interface RawEntry extends RawDetails {
  readonly url: string | null | undefined;
  readonly title?: string | null | undefined;
  /** A number or text in any unit or format that `cleanDate` knows. */
  readonly created?: unknown;
  /** Positions of folders. A link is at the top level only if it is in no folder. */
  readonly folders?: readonly number[];
  readonly tags?: readonly string[];
  readonly favorite?: boolean;
  readonly archived?: boolean;
  readonly unread?: boolean;
  readonly trashed?: boolean;
  readonly cover?: string | null | undefined;
  /** What the page said about itself, not a note of the user. */
  readonly description?: string | null | undefined;
  /** Keep the entry unchanged, and never merge it with another link of the same key. Only our own JSON has such entries. */
  readonly distinct?: boolean;
}
