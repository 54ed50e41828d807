import * as fc from 'fast-check';
import { expect, test } from 'vitest';

import type { Document } from '#firestore/model/document.ts';
import { Timestamp } from '#firestore/model/value.ts';
import { Entry } from '#firestore/store/entry.ts';

function documentAt(updateTime: Timestamp): Document {
  return { name: 'c/d', fields: new Map(), createTime: updateTime, updateTime };
}

const increasing = fc.uniqueArray(fc.nat(30), { maxLength: 12 }).map((all) => all.toSorted((a, b) => a - b));

test('an entry answers each time with the version of that time, except for dropped versions', () => {
  fc.assert(
    fc.property(increasing, increasing, fc.array(fc.nat(30)), (seconds, drops, deletes) => {
      const entry = new Entry('c/d');
      const versions: { readonly second: number; readonly document: Document | null }[] = [];
      for (const second of seconds) {
        const time = new Timestamp(second, 0);
        const document = deletes.includes(second) ? null : documentAt(time);
        entry.change(document, time);
        versions.push({ second, document });
      }
      let dropped = -1;
      const check = (): void => {
        for (let second = Math.max(0, dropped); second <= 31; second += 1) {
          const version = versions.findLast((each) => each.second <= second);
          expect(entry.at(new Timestamp(second, 0))).toBe(version?.document ?? null);
        }
        expect(entry.hasHistory).toBe(versions.slice(1).some(({ second }) => second > dropped));
        expect(entry.document).toBe(versions.at(-1)?.document ?? null);
      };
      check();
      for (const drop of drops) {
        dropped = drop;
        entry.dropVersionsUntil(new Timestamp(drop, 0));
        check();
      }
    }),
  );
});

test('dropping the versions one by one reads each only a few times', () => {
  let reads = 0;
  /** Counts how often it is compared. */
  class CountingTimestamp extends Timestamp {
    readonly #seconds: number;

    constructor(seconds: number) {
      super(seconds, 0);
      this.#seconds = seconds;
      Object.defineProperty(this, 'seconds', { get: () => this.#read() });
    }

    #read(): number {
      reads += 1;
      return this.#seconds;
    }
  }
  const entry = new Entry('c/d');
  const times = Array.from({ length: 1_000 }, (_, second) => new CountingTimestamp(second));
  for (const time of times) entry.change(documentAt(time), time);
  for (const time of times) entry.dropVersionsUntil(time);
  expect(entry.hasHistory).toBe(false);
  expect(reads).toBeLessThan(times.length * 10);
});
