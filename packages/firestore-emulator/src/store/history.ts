import type { Document } from '#firestore/model/document.ts';
import { documentSize } from '#firestore/model/document-size.ts';
import type { Entry } from '#firestore/store/entry.ts';
import { compareTimestamps, microsOf } from '#firestore/model/timestamp.ts';
import type { Timestamp } from '#firestore/model/value.ts';
import type { Change } from '#firestore/model/write.ts';

/** Read times may lie an hour back, or a minute where what was overwritten fills more than this. */
const KEPT_MICROS = 3_600_000_000;
const KEPT_AT_LEAST_MICROS = 60_000_000;
const MAX_BYTES = 64 * 1024 * 1024;
/** Whoever overwrites large documents all the time must not fill the memory within that minute. */
const NEVER_MORE_BYTES = 256 * 1024 * 1024;
const RECORD_BYTES = 100;
const COMPACT_FROM = 4096;

interface Superseded {
  readonly entry: Entry;
  readonly before: Document | null;
  readonly time: Timestamp;
  readonly bytes: number;
}

/** The changes of one database in the order of their commits, for as long as someone may ask what was before them. */
export class History {
  #records: Superseded[] = [];
  #first = 0;
  #bytes = 0;
  #horizon: Timestamp | null = null;

  /** Everything before this time is forgotten; null where nothing is. */
  get horizon(): Timestamp | null {
    return this.#horizon;
  }

  /** What happened up to this time is not known. */
  forgetUntil(time: Timestamp): void {
    if (this.#horizon === null || compareTimestamps(time, this.#horizon) > 0) this.#horizon = time;
  }

  record(entry: Entry, before: Document | null, time: Timestamp): void {
    const bytes = RECORD_BYTES + (before === null ? 0 : documentSize(before.name, before.fields));
    this.#records.push({ entry, before, time, bytes });
    this.#bytes += bytes;
  }

  /** Every document changed after a time, with its state then and now. */
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

  /** Drops what is too old; gives back the entries that have lost a version. */
  *prune(now: Timestamp): Generator<Entry, void> {
    for (;;) {
      const record = this.#records[this.#first];
      if (record === undefined) break;
      const age = microsOf(now) - microsOf(record.time);
      const room = age < KEPT_AT_LEAST_MICROS ? NEVER_MORE_BYTES : MAX_BYTES;
      if (age < KEPT_MICROS && this.#bytes <= room) break;
      this.#first += 1;
      this.#bytes -= record.bytes;
      this.#horizon = record.time;
      record.entry.forgetUntil(record.time);
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
