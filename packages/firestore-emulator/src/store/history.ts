import type { Document } from '#firestore/model/document.ts';
import { documentSize } from '#firestore/model/document-size.ts';
import type { Entry } from '#firestore/store/entry.ts';
import { compareTimestamps, microsOf } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';

/** Reads may go back one hour, or one minute if the old versions of that hour exceed MAX_BYTES. */
const RETENTION_MICROS = 3_600_000_000;
const MIN_RETENTION_MICROS = 60_000_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** The limit within the last minute. Overwriting large documents repeatedly must not exhaust the memory. */
const MAX_RECENT_BYTES = 256 * 1024 * 1024;
const RECORD_BYTES = 100;
const COMPACT_FROM = 4096;

interface Superseded {
  readonly entry: Entry;
  readonly before: Document | null;
  readonly time: Timestamp;
  readonly bytes: number;
}

/** The recent changes of one database in commit order, with the versions before them. */
export class History {
  #records: Superseded[] = [];
  #first = 0;
  #bytes = 0;
  #horizon: Timestamp | null = null;

  /** The versions before this time are unknown. Null if none is unknown. */
  get horizon(): Timestamp | null {
    return this.#horizon;
  }

  /** Marks the versions before this time as unknown. */
  advanceHorizon(time: Timestamp): void {
    if (this.#horizon === null || compareTimestamps(time, this.#horizon) > 0) this.#horizon = time;
  }

  record(entry: Entry, before: Document | null, time: Timestamp): void {
    const bytes = RECORD_BYTES + (before === null ? 0 : documentSize(before.name, before.fields));
    this.#records.push({ entry, before, time, bytes });
    this.#bytes += bytes;
  }

  /** Yields every document that changed after a time, with its version then and now. */
  *since(time: Timestamp): Generator<Change, void> {
    const seen = new Set<Entry>();
    for (let at = this.#firstAfter(time); at < this.#records.length; at += 1) {
      const record = this.#records[at];
      if (record === undefined) return;
      const { entry, before } = record;
      if (seen.has(entry)) continue;
      seen.add(entry);
      if (before !== entry.document) yield { name: entry.name, before, after: entry.document };
    }
  }

  /** Drops versions that are too old. Yields their entries. */
  *prune(now: Timestamp): Generator<Entry, void> {
    for (;;) {
      const record = this.#records[this.#first];
      if (record === undefined) break;
      const age = microsOf(now) - microsOf(record.time);
      const maxBytes = age < MIN_RETENTION_MICROS ? MAX_RECENT_BYTES : MAX_BYTES;
      if (age < RETENTION_MICROS && this.#bytes <= maxBytes) break;
      this.#first += 1;
      this.#bytes -= record.bytes;
      this.#horizon = record.time;
      record.entry.dropVersionsUntil(record.time);
      yield record.entry;
    }
    if (this.#first > COMPACT_FROM && this.#first > this.#records.length / 2) {
      this.#records = this.#records.slice(this.#first);
      this.#first = 0;
    }
  }

  #firstAfter(time: Timestamp): number {
    let low = this.#first;
    let high = this.#records.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const record = this.#records[middle];
      if (record !== undefined && compareTimestamps(record.time, time) <= 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
