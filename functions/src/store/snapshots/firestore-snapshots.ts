import {
  snapshotPartPath,
  snapshotsPath,
  snapshotStatePath,
  userPath,
} from '@foldmark/contract/firestore-paths';
import { SNAPSHOT_DAYS, SNAPSHOT_SCHEMA } from '@foldmark/contract/limits';
import type { StoredSnapshotState } from '@foldmark/contract/stored';
import { FieldValue, type Firestore, Timestamp, type Transaction } from 'firebase-admin/firestore';

import type { Meter } from '#functions/allowance/meter.ts';
import { hasEnoughLinks, readLibrary, timestampOf } from '#functions/store/read-library.ts';
import { retryTransaction } from '#functions/store/retry-transaction.ts';
import {
  earliest,
  lostAt,
  nextSnapshot,
  requestAt,
  stateOf,
} from '#functions/store/snapshots/snapshot-state.ts';
import { timeAfter, DAY_MS } from '#functions/store/times.ts';
import type {
  LibraryState,
  SnapshotAsked,
  SnapshotReason,
  Snapshots,
} from '#functions/store/snapshots/snapshots.ts';

interface SnapshotsDeps {
  readonly firestore: Firestore;
  readonly uid: string;
  readonly now: () => Date;
  readonly meter: Meter;
}

export class FirestoreSnapshots implements Snapshots {
  readonly #deps: SnapshotsDeps;

  constructor(deps: SnapshotsDeps) {
    this.#deps = deps;
  }

  async hasEnoughLinks(): Promise<boolean> {
    const { firestore, uid, meter } = this.#deps;
    meter.read(1);
    return hasEnoughLinks(firestore, uid);
  }

  async ask(reason: SnapshotReason): Promise<SnapshotAsked> {
    const { firestore, uid, now, meter } = this.#deps;
    // Most requests write nothing, so they need no transaction.
    meter.count({ read: 1 });
    const seen = nextSnapshot(stateOf(await firestore.doc(snapshotStatePath(uid)).get()), reason, now());
    if (!(seen instanceof Date)) return seen;
    const asked = await this.#transaction(async (transaction): Promise<SnapshotAsked> => {
      meter.count({ read: 2 });
      const profile = await transaction.get(firestore.doc(userPath(uid)));
      const state = await this.#state(transaction);
      // Without a profile the account is being deleted.
      const next = profile.exists ? nextSnapshot(state, reason, now()) : 'no';
      if (!(next instanceof Date)) return next;
      const { isNow, fields } = requestAt(next, now());
      this.#put(transaction, fields);
      return isNow ? 'now' : 'later';
    });
    if (asked !== 'no') meter.count({ write: 1 });
    return asked;
  }

  async begin(attempt: string): Promise<number | null> {
    return this.#transaction(async (transaction) => {
      const state = await this.#state(transaction);
      const { asked_at, attempt: earlier, tries = 0 } = state;
      const begun = { attempt, due_at: lostAt(this.#deps.now()) };
      if (earlier !== undefined) {
        // The earlier attempt was killed or is still running, because the queue can deliver a task twice. A later request stays
        // stored.
        this.#put(transaction, { ...begun, tries: tries + 1 });
        return tries + 1;
      }
      const now = this.#deps.now();
      // The local queue delivers at once. In that case, `housekeeping` queues the task again when the time has come.
      if (asked_at === undefined || earliest(state, now) > now) return null;
      this.#put(transaction, { ...begun, asked_at: FieldValue.delete(), tries: FieldValue.delete() });
      return 0;
    });
  }

  async read(onUnusable: (cause: unknown) => void): Promise<LibraryState | null> {
    const { firestore, uid } = this.#deps;
    return readLibrary({ firestore, uid, onUnusable });
  }

  async write(attempt: string, at: number, parts: readonly Uint8Array[]): Promise<boolean> {
    const { firestore, uid } = this.#deps;
    const time = timestampOf(at);
    const common = {
      schema: SNAPSHOT_SCHEMA,
      at: time,
      parts: parts.length,
      bytes: parts.reduce((sum, part) => sum + part.length, 0),
      expire_at: timeAfter(time.toDate(), SNAPSHOT_DAYS * DAY_MS),
    };
    return this.#end(
      attempt,
      { written_at: time, refused_at: FieldValue.delete() },
      (transaction, stored) => {
        for (const index of stored) {
          if (index >= parts.length) transaction.delete(firestore.doc(snapshotPartPath(uid, index)));
        }
        for (const [index, data] of parts.entries()) {
          transaction.set(firestore.doc(snapshotPartPath(uid, index)), { ...common, index, data });
        }
      },
    );
  }

  async giveUp(attempt: string, isRefused: boolean): Promise<void> {
    const { firestore, uid, now } = this.#deps;
    const refused = isRefused ? { refused_at: Timestamp.fromDate(now()) } : {};
    // Deletes the stored parts. They can contain links that were deleted forever, which no later snapshot would remove.
    await this.#end(attempt, { ...refused, written_at: FieldValue.delete() }, (transaction, stored) => {
      for (const index of stored) transaction.delete(firestore.doc(snapshotPartPath(uid, index)));
    });
  }

  /** Ends an attempt in the commit that writes its result. `work` gets the indexes of the stored parts. */
  async #end(
    attempt: string,
    fields: Readonly<Record<string, unknown>>,
    work: (transaction: Transaction, stored: readonly number[]) => void,
  ): Promise<boolean> {
    const { firestore, uid, now } = this.#deps;
    return this.#transaction(async (transaction) => {
      const [profile, state, { docs }] = await Promise.all([
        transaction.get(firestore.doc(userPath(uid))),
        this.#state(transaction),
        transaction.get(firestore.collection(snapshotsPath(uid)).select()),
      ]);
      if (!profile.exists || state.attempt !== attempt) return false;
      work(
        transaction,
        docs.map(({ id }) => Number(id)),
      );
      const next =
        state.asked_at === undefined ? FieldValue.delete() : Timestamp.fromDate(earliest(state, now()));
      const ended = { attempt: FieldValue.delete(), tries: FieldValue.delete(), due_at: next };
      this.#put(transaction, { ...ended, ...fields });
      return true;
    });
  }

  async #state(transaction: Transaction): Promise<StoredSnapshotState> {
    const { firestore, uid } = this.#deps;
    return stateOf(await transaction.get(firestore.doc(snapshotStatePath(uid))));
  }

  #put(transaction: Transaction, fields: object): void {
    const { firestore, uid } = this.#deps;
    transaction.set(firestore.doc(snapshotStatePath(uid)), fields, { merge: true });
  }

  async #transaction<T>(work: (transaction: Transaction) => Promise<T>): Promise<T> {
    const { firestore } = this.#deps;
    return retryTransaction(async () => firestore.runTransaction(work, { maxAttempts: 1 }));
  }
}
