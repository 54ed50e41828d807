/** What things cost, in reads of a document: by the list prices, never less than they are billed (docs/decisions/022). */
export const COST = {
  /** A request and the processor's time for it, whatever becomes of it. */
  call: 4,
  write: 3,
  deletion: 1,
  /** A task of the queue, and what its job reads and writes. */
  task: 8,
  /** What a task does for each image: it reads and writes two documents, and one of them expires later. */
  image: 9,
  /** Traffic, and storage for a month, of this many bytes cost one read. */
  bytes: 2048,
} as const;

/** Counts what one call costs. */
export interface Meter {
  /** Throws the failure `tooManyCalls` when the person has used much more than there is. */
  read(documents: number): void;
  /** The same for a call that must not break off: never throws. */
  readWithoutLimit(documents: number): void;
  /** What is done already is counted and never refused. */
  wrote(documents: number): void;
  deleted(documents: number): void;
  queued(): void;
  /** A task that deletes so many images. */
  queuedImages(images: number): void;
  sent(bytes: number): void;
}

/** For what no call of a person asks for. */
export const UNMETERED: Meter = {
  read: () => undefined,
  readWithoutLimit: () => undefined,
  wrote: () => undefined,
  deleted: () => undefined,
  queued: () => undefined,
  queuedImages: () => undefined,
  sent: () => undefined,
};
