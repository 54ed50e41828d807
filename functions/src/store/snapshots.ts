import type { LibraryChunk } from '@foldmark/contract/snapshot';

/** Why a new snapshot is wanted. */
export type SnapshotReason =
  /** Many documents have changed. */
  | { readonly why: 'changed' }
  /** Links or folders were deleted for ever, and must leave the snapshot. The commit that deletes them asks. */
  | { readonly why: 'deleted' }
  /** A browser had to read much. `found` is the timestamp of the snapshot that it has found, if any. */
  | { readonly why: 'browser'; readonly found: Date | null };

/** 'now' if a task is to be queued, 'later' if one is queued or waits for its time, 'no' if no snapshot will be written. */
export type SnapshotAsked = 'now' | 'later' | 'no';

/** The library at one timestamp. */
export interface LibraryState {
  /** In microseconds since 1970. */
  readonly at: number;
  readonly chunks: readonly LibraryChunk[];
  /** How many documents were read, without the snapshot. */
  readonly documents: number;
  /** True if they were added to the stored snapshot. */
  readonly hasBase: boolean;
}

/** One user's snapshot. `StoredSnapshotState` describes its states. */
export interface Snapshots {
  /** True if the library is large enough for a snapshot. */
  hasEnoughLinks(): Promise<boolean>;
  ask(reason: SnapshotReason): Promise<SnapshotAsked>;
  /**
   * Begins an attempt, after which earlier ones can't write any more. Returns null if nothing is asked for, or if its time has
   * not come. Otherwise returns how many earlier attempts have not ended.
   */
  begin(attempt: string): Promise<number | null>;
  /**
   * Reads the library at one timestamp: the stored snapshot and the documents that are newer, or all documents if there is no
   * usable snapshot. Returns null if the library is too small. `onUnusable` gets the reason why a stored snapshot is not used.
   */
  read(onUnusable: (cause: unknown) => void): Promise<LibraryState | null>;
  /** Replaces the snapshot in one commit. Returns false if a later attempt has begun, or if the library is gone. */
  write(attempt: string, at: number, parts: readonly Uint8Array[]): Promise<boolean>;
  /** Ends an attempt without a snapshot and deletes the stored one. If it is refused, tries no other for a week. */
  giveUp(attempt: string, isRefused: boolean): Promise<void>;
}
