import type { Document } from '#firestore/model/document.ts';
import { compareTimestamps } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';

/** A version of a document. `since` is its commit time. */
interface Version {
  readonly document: Document | null;
  readonly since: Timestamp;
}

/** A document name with the latest version, and with the earlier versions that reads in the past can need. */
export class Entry {
  readonly name: string;
  document: Document | null = null;
  /** Null until the first version. */
  #since: Timestamp | null = null;
  /** Oldest first. Null for most documents, which have only one version. */
  #earlier: Version[] | null = null;

  constructor(name: string) {
    this.name = name;
  }

  get hasHistory(): boolean {
    return this.#earlier !== null;
  }

  /** Adds a version. The previous version stays readable at its time. */
  change(document: Document | null, since: Timestamp): void {
    if (this.#since !== null) {
      const version = { document: this.document, since: this.#since };
      // An array literal has no room for more versions, which most documents do not get.
      if (this.#earlier === null) this.#earlier = [version];
      else this.#earlier.push(version);
    }
    this.document = document;
    this.#since = since;
  }

  /** Replaces the latest version without keeping it. */
  replace(document: Document | null, since: Timestamp): void {
    this.document = document;
    this.#since = since;
  }

  at(time: Timestamp): Document | null {
    if (this.#since === null || compareTimestamps(this.#since, time) <= 0) return this.document;
    return this.#earlier?.findLast(({ since }) => compareTimestamps(since, time) <= 0)?.document ?? null;
  }

  /** Drops the versions that ended at this time or earlier. */
  dropVersionsUntil(time: Timestamp): void {
    if (this.#earlier === null || this.#since === null) return;
    // A history drops its oldest version with each commit, so this must not take longer with many versions.
    while (this.#earlier.length > 0) {
      const end = this.#earlier[1]?.since ?? this.#since;
      if (compareTimestamps(end, time) > 0) return;
      this.#earlier.shift();
    }
    this.#earlier = null;
  }
}
