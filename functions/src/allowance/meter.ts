/** Prices in document reads, by list prices (docs/decisions/022). No bill has been compared with them. */
export const COST = {
  /** A request and its processor time, even if the call fails. */
  call: 4,
  read: 1,
  write: 3,
  deletion: 1,
  /** A queued task, including its reads and writes. */
  task: 8,
  /** Per image of a task, which reads and writes two documents, one of which expires later. */
  image: 9,
  /** Per change that a job undoes, which takes a read and a write. */
  change: 4,
  /** Per link and folder of an import. The rate of the job bounds the rest of its cost (docs/decisions/039). */
  entry: 1,
  /** Per membership of a deleted item that a job deletes. The rate of the job bounds the rest of its cost. */
  leftover: 1,
  /** The traffic of a byte, or its storage for a month. */
  byte: 1 / 2048,
} as const;

/** How much a call has used, by the kinds of `COST`. */
export type Used = Readonly<Partial<Record<keyof typeof COST, number>>>;

/** Counts the cost of one call. */
export interface Meter {
  /** Throws the failure `tooManyCalls` if the user has far exceeded the allowance. */
  read(documents: number): void;
  /** Counts committed work, and reads of a call that must not stop half-way. Never throws. */
  count(used: Used): void;
}

/** Counts nothing. For work that is not caused by a user's call. */
export const UNMETERED: Meter = { read: () => undefined, count: () => undefined };
