import type { Document } from '#firestore/model/document.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** What a document was, from a time on. */
interface Version {
  readonly document: Document | null;
  readonly since: Timestamp;
}

/** A document's name with its latest version, and with the earlier ones that a reader may still ask for. */
export class Entry {
  readonly name: string;
  document: Document | null = null;
  /** Null until the first version: before that there was nothing. */
  #since: Timestamp | null = null;
  /** Oldest first. Most documents have none. */
  #earlier: Version[] | null = null;

  constructor(name: string) {
    this.name = name;
  }

  get hasHistory(): boolean {
    return this.#earlier !== null;
  }

  /** Takes the place of the latest version, which stays readable as of its time. */
  change(document: Document | null, since: Timestamp): void {
    if (this.#since !== null) {
      this.#earlier ??= [];
      this.#earlier.push({ document: this.document, since: this.#since });
    }
    this.document = document;
    this.#since = since;
  }

  /** Takes the place of the latest version as if that had never been. */
  replace(document: Document | null, since: Timestamp): void {
    this.document = document;
    this.#since = since;
  }

  at(time: Timestamp): Document | null {
    if (this.#since === null || compareTimestamps(this.#since, time) <= 0) return this.document;
    return this.#earlier?.findLast(({ since }) => compareTimestamps(since, time) <= 0)?.document ?? null;
  }

  /** Drops the versions that were over by then. */
  forgetUntil(time: Timestamp): void {
    if (this.#earlier === null || this.#since === null) return;
    const ends = [...this.#earlier.slice(1).map(({ since }) => since), this.#since];
    const over = ends.filter((end) => compareTimestamps(end, time) <= 0).length;
    this.#earlier = over === ends.length ? null : this.#earlier.slice(over);
  }
}
