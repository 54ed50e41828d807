import { expect, test } from 'vitest';

import type { google } from '#firestore/api/proto.ts';
import type { Caller } from '#firestore/api/service.ts';
import { silentLog } from '#firestore/log/log.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import { createAuthorizer } from '#firestore/service/authorize.ts';
import { createService } from '#firestore/service/create-service.ts';
import { createStore } from '#firestore/store/create-store.ts';
import { UsageMeter } from '#firestore/usage/usage-meter.ts';

type ProtoWrite = google.firestore.v1.IWrite;

const database = 'projects/p/databases/(default)';
const name = `${database}/documents/c/d`;
const admin: Caller = { kind: 'admin' };
const user: Caller = { kind: 'user', auth: { uid: 'ann', token: {} } };

const time = (fieldPath: string) => ({ fieldPath, setToServerValue: 'REQUEST_TIME' as const });
const set: ProtoWrite = { update: { name, fields: {} } };
const remove: ProtoWrite = { delete: name };

function update(fieldPaths: string[], ...times: string[]): ProtoWrite {
  return { update: { name, fields: {} }, updateMask: { fieldPaths }, updateTransforms: times.map(time) };
}

function transform(...times: string[]): ProtoWrite {
  return { transform: { document: name, fieldTransforms: times.map(time) } };
}

// The results are those of Google's emulator, but for the order of a mask.
test.each<[string, string, ProtoWrite[]]>([
  ['null', 'a set', [set]],
  ['null', 'a delete', [remove]],
  ['[]', 'an empty mask', [update([])]],
  ["['a', 'm.b']", 'a mask', [update(['a', 'm.b'])]],
  [String.raw`['a b', 'm.x\\.y']`, 'quoted paths', [update(['`a b`', 'm.`x.y`'])]],
  ["['t', 'a']", 'a mask and a transform', [update(['a'], 't')]],
  ["['t']", 'a set with a transform', [{ ...set, updateTransforms: [time('t')] }]],
  ["['t']", 'a transform', [transform('t')]],
  ["['t', 'u', 'a', 'b']", 'two updates', [update(['a'], 't'), update(['b'], 'u')]],
  ['null', 'a set and an update', [set, update(['a'])]],
  ['null', 'an update and a set', [update(['a']), set]],
  ["['t']", 'a set and a transform', [set, transform('t')]],
  ['null', 'an update and a delete', [update(['a'], 't'), remove]],
  ['null', 'a delete and a set', [remove, set]],
])('request.writeFields is %s for %s', async (expected, _writes, writes) => {
  const ruleset = parseRuleset(`rules_version = '2';
service cloud.firestore { match /databases/{d}/documents/c/{id} {
  allow write: if request.writeFields == ${expected};
  allow read: if request.writeFields == null;
} }`);
  const store = createStore();
  const authorizer = createAuthorizer({
    rulesOf: () => ruleset,
    read: (path) => store.read(path),
    log: silentLog,
  });
  const service = createService({ store, usage: new UsageMeter(), authorizer, newDocumentId: () => 'id' });
  await service.commit({ database, writes: [set] }, admin);
  await expect(service.commit({ database, writes }, user)).resolves.toBeDefined();
  // A read has no such property.
  await expect(service.getDocument({ name }, user)).rejects.toThrow('Property writeFields is undefined');
});
