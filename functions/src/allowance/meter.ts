/** What things cost, in reads of a document: by the list prices, never less than they are billed (docs/decisions/022). */
export const COST = {
  /** A request and the processor's time for it, whatever becomes of it. */
  call: 4,
  write: 3,
  /** A task of the queue, and what its job reads and writes. */
  task: 8,
  /** Traffic, and storage for a month, of this many bytes cost one read. */
  bytes: 2048,
} as const;

/** Counts what one call costs. */
export interface Meter {
  /** Throws the failure `tooManyCalls` when the person has used much more than there is. */
  read(documents: number): void;
  /** What is done already is counted and never refused. */
  wrote(documents: number): void;
  queued(): void;
  sent(bytes: number): void;
}

/** For what no call of a person asks for. */
export const UNMETERED: Meter = {
  read: () => undefined,
  wrote: () => undefined,
  queued: () => undefined,
  sent: () => undefined,
};
