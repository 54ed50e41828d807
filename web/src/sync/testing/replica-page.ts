import type { DocumentVersion } from '@foldmark/library/entities/records';

import type { StoredGesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import { openDatabase, removeReplicas } from '#web/sync/replica/database.ts';
import { countUnsent, discardUnsent, removeSentOutboxes } from '#web/sync/replica/outbox-database.ts';
import { openReplica } from '#web/sync/replica/open-replica.ts';
import type { SyncState } from '#web/sync/replica/replica.ts';
import { SYSTEM_TIMERS } from '#web/sync/timers.ts';

/** Runs in the browser for tests/e2e/replica.spec.ts, which tests the replica through this page. */

const reports: string[] = [];
const kept: string[] = [];
const open = (uid: string) =>
  openReplica({
    uid,
    timers: SYSTEM_TIMERS,
    onStored: () => void kept.push(uid),
    report: (message) => void reports.push(message),
  });

export interface ReplicaPage {
  readonly write: (
    uid: string,
    changes: readonly DocumentVersion<'links'>[],
    state: SyncState,
  ) => Promise<void>;
  readonly replace: (
    uid: string,
    changes: readonly DocumentVersion<'links'>[],
    state: SyncState,
  ) => Promise<void>;
  readonly load: (uid: string) => Promise<{ names: readonly string[]; state: SyncState | null }>;
  /** Keeps a replica open for later calls of `writeHeld`. */
  readonly hold: (uid: string) => Promise<void>;
  readonly writeHeld: (changes: readonly DocumentVersion<'links'>[], state: SyncState) => Promise<void>;
  readonly replaceHeld: (changes: readonly DocumentVersion<'links'>[], state: SyncState) => Promise<void>;
  readonly damage: (uid: string) => Promise<void>;
  readonly forget: (except: string | null) => Promise<void>;
  /** Stores an unsent change. */
  readonly leaveUnsent: (uid: string) => Promise<void>;
  /** Stores an unsent change with this key in the replica that `hold` has opened. */
  readonly leaveUnsentHeld: (request: string) => Promise<void>;
  readonly doneHeld: (request: string) => Promise<void>;
  readonly canStoreHeld: () => boolean;
  /** The users whose first change was stored. */
  readonly kept: readonly string[];
  readonly unsent: (uid: string) => Promise<number>;
  readonly countUnsent: (uid: string) => Promise<number>;
  readonly discardUnsent: (uid: string) => Promise<void>;
  readonly databases: () => Promise<readonly (string | undefined)[]>;
  readonly reports: readonly string[];
}

let held = open('unused');

function unsentChange(request: string): StoredGesture {
  const change = { kind: 'link.set', link_id: 1, name: 'new' };
  const changes = JSON.stringify([change, change]);
  return { request, owner: 'tab', at: 1, label: 'Edited', size: 2, changes };
}

const page: ReplicaPage = {
  write: async (uid, changes, state) => {
    const replica = open(uid);
    await replica.write('links', changes, state);
    replica.close();
  },
  replace: async (uid, changes, state) => {
    const replica = open(uid);
    await replica.replace('links', changes, state);
    replica.close();
  },
  load: async (uid) => {
    const replica = open(uid);
    const { changes, state } = await replica.load('links');
    replica.close();
    return { names: changes.map(({ record }) => record?.name ?? ''), state };
  },
  hold: async (uid) => {
    held = open(uid);
    // Waits until the database is open.
    await held.profile();
  },
  writeHeld: async (changes, state) => held.write('links', changes, state),
  replaceHeld: async (changes, state) => held.replace('links', changes, state),
  damage: async (uid) => {
    const database = await openDatabase(uid, () => undefined);
    await database.put('links', '[["1",', 0);
    database.close();
  },
  forget: async (except) => {
    await Promise.all([removeReplicas(except), removeSentOutboxes(except)]);
  },
  leaveUnsent: async (uid) => {
    const replica = open(uid);
    await replica.outbox.write([unsentChange('one')], []);
    replica.close();
  },
  leaveUnsentHeld: async (request) => held.outbox.write([unsentChange(request)], []),
  doneHeld: async (request) => held.outbox.write([], [request]),
  canStoreHeld: () => held.outbox.canStore.get(),
  kept,
  unsent: async (uid) => {
    const replica = open(uid);
    const entries = await replica.outbox.list();
    replica.close();
    return entries.length;
  },
  countUnsent,
  discardUnsent,
  databases: async () => (await indexedDB.databases()).map(({ name }) => name),
  reports,
};

Object.assign(globalThis, { replicaPage: page });
