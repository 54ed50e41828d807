import type { LibraryChunk } from '@foldmark/contract/snapshot';

/** The reason for a new snapshot. */
export type SnapshotReason =
  /** Many documents have changed. */
  | { readonly why: 'changed' }
  /** Links or folders were deleted forever, and must not stay in the snapshot. The commit that deletes them asks. */
  | { readonly why: 'deleted' }
  /** A browser had to read many newer documents. `found` is the timestamp of the snapshot that it has found, if any. */
  | { readonly why: 'browser'; readonly found: Date | null };

/** 'now' if a task must be queued, 'later' if a task is queued or waits for its time, 'no' if no snapshot will be written. */
export type SnapshotAsked = 'now' | 'later' | 'no';

/** The library at one timestamp. */
export interface LibraryState {
  /** In microseconds since 1970. */
  readonly at: number;
  readonly chunks: readonly LibraryChunk[];
  /** The number of documents that were read, not counting the snapshot. */
  readonly documents: number;
  /** True if the documents were added to the stored snapshot. */
  readonly hasBase: boolean;
}

/** One user's snapshot. `StoredSnapshotState` describes its states. */
export interface Snapshots {
  /** True if the library is large enough for a snapshot. */
  hasEnoughLinks(): Promise<boolean>;
  ask(reason: SnapshotReason): Promise<SnapshotAsked>;
  /**
   * Begins an attempt. From then on, earlier attempts can't write. Returns null if no snapshot is requested or it is too early.
   * Otherwise returns the number of earlier attempts that have not ended.
   */
  begin(attempt: string): Promise<number | null>;
  /**
   * Reads the library at one timestamp: the stored snapshot plus the newer documents, or all documents if no snapshot is usable.
   * Returns null if the library is too small. `onUnusable` gets the reason why a stored snapshot is not used.
   */
  read(onUnusable: (cause: unknown) => void): Promise<LibraryState | null>;
  /** Replaces the snapshot in one commit. Returns false if a later attempt has begun, or if the library no longer exists. */
  write(attempt: string, at: number, parts: readonly Uint8Array[]): Promise<boolean>;
  /** Ends an attempt without a snapshot, and deletes the stored one. If the snapshot is refused, no other is tried for a week. */
  giveUp(attempt: string, isRefused: boolean): Promise<void>;
}
