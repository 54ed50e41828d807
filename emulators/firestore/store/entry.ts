import type { Document } from '#firestore/store/document.ts';
import { compareTimestamps } from '#firestore/store/timestamp.ts';
import type { Timestamp } from '#firestore/store/value.ts';

/** What a document was, from a time on. */
interface Version {
  readonly document: Document | null;
  readonly since: Timestamp;
}

/** A document's name with its latest version, and with the earlier ones that a reader may still ask for. */
export class Entry {
  readonly name: string;
  document: Document | null = null;
  #since: Timestamp;
  /** Oldest first. */
  #earlier: Version[] | null = null;

  constructor(name: string, since: Timestamp) {
    this.name = name;
    this.#since = since;
  }

  get hasHistory(): boolean {
    return this.#earlier !== null;
  }

  change(document: Document | null, since: Timestamp): void {
    this.#earlier ??= [];
    this.#earlier.push({ document: this.document, since: this.#since });
    this.document = document;
    this.#since = since;
  }

  at(time: Timestamp): Document | null {
    if (this.#earlier === null || compareTimestamps(this.#since, time) <= 0) return this.document;
    return this.#earlier.findLast(({ since }) => compareTimestamps(since, time) <= 0)?.document ?? null;
  }

  forgetOldest(): void {
    this.#earlier?.shift();
    if (this.#earlier?.length === 0) this.#earlier = null;
  }
}
