/** Prices in document reads, by list prices (docs/decisions/022). No bill has been compared with them. */
export const COST = {
  /** A request and its processor time, even if the call fails. */
  call: 4,
  write: 3,
  deletion: 1,
  /** A queued task, including its reads and writes. */
  task: 8,
  /** Per image of a task: it reads and writes two documents, and one of them expires later. */
  image: 9,
  /** Per change that a job undoes: a read and a write. */
  change: 4,
  /** Per link and folder of an import. The rate of the job bounds the rest of its cost (docs/decisions/039). */
  entry: 1,
  /** Per membership of a deleted item that a job deletes. The rate of the job bounds the rest of its cost. */
  leftover: 1,
  /** The traffic or the monthly storage of this many bytes costs one read. */
  bytes: 2048,
} as const;

/** Counts the cost of one call. */
export interface Meter {
  /** Throws the failure `tooManyCalls` if the user has far exceeded the allowance. */
  read(documents: number): void;
  /** Counts reads but never throws. For a call that must not stop half-way. */
  readWithoutLimit(documents: number): void;
  /** Counts completed writes. Never throws. */
  wrote(documents: number): void;
  deleted(documents: number): void;
  queued(): void;
  /** Counts a task that deletes this many images. */
  queuedImages(images: number): void;
  /** Counts a job that undoes this many changes. */
  queuedChanges(changes: number): void;
  /** Counts a job that deletes this many memberships of deleted items. */
  queuedLeftovers(memberships: number): void;
  /** Counts links and folders that a job will import. */
  toImport(entries: number): void;
  /** Counts bytes that are stored for a month. */
  stored(bytes: number): void;
  sent(bytes: number): void;
}

/** Counts nothing. For work that no user's call causes. */
export const UNMETERED: Meter = {
  read: () => undefined,
  readWithoutLimit: () => undefined,
  wrote: () => undefined,
  deleted: () => undefined,
  queued: () => undefined,
  queuedImages: () => undefined,
  queuedChanges: () => undefined,
  queuedLeftovers: () => undefined,
  toImport: () => undefined,
  stored: () => undefined,
  sent: () => undefined,
};
