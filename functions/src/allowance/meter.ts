/** Prices in document reads, by list prices (docs/decisions/022). No bill has been compared with them. */
export const COST = {
  /** A request and its processor time, even if the call fails. */
  call: 4,
  read: 1,
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
  /** The traffic or the monthly storage of a byte. */
  byte: 1 / 2048,
} as const;

/** How much of each thing a call has used. */
export type Used = Readonly<Partial<Record<keyof typeof COST, number>>>;

/** Counts the cost of one call. */
export interface Meter {
  /** Throws the failure `tooManyCalls` if the user has far exceeded the allowance. */
  read(documents: number): void;
  /** Never throws: for committed work, and for the reads of a call that must not stop half-way. */
  count(used: Used): void;
}

/** Counts nothing. For work that no user's call causes. */
export const UNMETERED: Meter = { read: () => undefined, count: () => undefined };
