import type { LibraryCollection } from '@foldmark/library/entities/collections';
import type { Micros } from '@foldmark/library/entities/records';

/** The chunks of a whole library, as the replica stores them. */
export interface LibrarySnapshot {
  /** The chunks are complete up to ten seconds before this timestamp. */
  readonly at: Micros;
  readonly chunks: Readonly<Record<LibraryCollection, readonly (readonly [number: number, text: string])[]>>;
}

/**
 * The only message of the worker. `refused`: the snapshot has another format, is too old or is damaged. `failed`: the server did
 * not respond with it.
 */
export type SnapshotAnswer =
  | { readonly kind: 'found'; readonly snapshot: LibrarySnapshot }
  | { readonly kind: 'missing' }
  | { readonly kind: 'refused' | 'failed'; readonly reason: string; readonly at: Micros | null };
