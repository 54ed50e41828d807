import { expect, test, vi } from 'vitest';

import { ROOT } from '#firestore/listen/testing/listener.ts';
import { silentLog } from '#firestore/log/log.ts';
import { databaseOf } from '#firestore/model/names.ts';
import { Timestamp } from '#firestore/model/value.ts';
import { TtlSweeper } from '#firestore/service/ttl.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';

const POLICIES = [{ collectionGroup: 'sessions', path: ['expires'] }];

test('expired documents of all projects disappear by themselves, but not while a transaction uses them', async () => {
  const store = createStore({ lockTimeoutMillis: 5 });
  const names = [
    `${ROOT}/sessions/a`,
    `${ROOT}/sessions/locked`,
    `projects/q/databases/d/documents/sessions/b`,
  ];
  for (const name of names) {
    const update = { kind: 'update', name, mask: null, transforms: [], precondition: null } as const;
    const fields = new Map([['expires', new Timestamp(1, 0)]]);
    await store.commit(databaseOf(name), [{ ...update, fields }]);
  }
  const [, locked = ''] = names;
  const transaction = store.beginTransaction(databaseOf(locked));
  await transaction.read([locked]);
  const ttl = new TtlSweeper({ store, usage: new UsageMeter(), policies: () => POLICIES, log: silentLog }, 2);
  const left = (): string[] => [...store.documents()].map(({ name }) => name);
  await vi.waitFor(() => expect(left()).toEqual([locked]));
  transaction.rollback();
  await vi.waitFor(() => expect(left()).toEqual([]));
  ttl.stop();
  store.close();
});
