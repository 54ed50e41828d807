import { afterEach, beforeEach, expect, test } from 'vitest';

import { assemble, type Assembly } from '#firestore/server/assemble.ts';
import { DATABASE, Listener, ROOT } from '#firestore/listen/testing/listener.ts';
import { silentLog } from '#firestore/log/log.ts';
import { parseRuleset } from '#firestore/rules/ruleset.ts';
import type { Caller } from '#firestore/api/service.ts';
import { ProjectRules } from '#firestore/service/project-rules.ts';
import { createStore } from '#firestore/store/create-store.ts';
import type { google } from '#firestore/api/proto.ts';

type Fields = Record<string, google.firestore.v1.IValue>;

const admin: Caller = { kind: 'admin' };
const ann: Caller = { kind: 'user', auth: { uid: 'ann', token: {} } };
const notes = { from: [{ collectionId: 'notes' }] };
const byRank = { ...notes, orderBy: [{ field: { fieldPath: 'rank' } }] };
const rank = (integer: number): Fields => ({ rank: { integerValue: integer } });
const ok = (value: boolean): Fields => ({ ok: { booleanValue: value } });
const owned = (uid: string): Fields => ({ owner: { stringValue: uid } });
const compared = (
  fieldPath: string,
  op: 'EQUAL' | 'LESS_THAN',
  value: google.firestore.v1.IValue,
): google.firestore.v1.StructuredQuery.IFilter => ({ fieldFilter: { field: { fieldPath }, op, value } });

let assembly: Assembly;
let rules: ProjectRules;

beforeEach(() => {
  rules = new ProjectRules();
  assembly = assemble({ store: createStore(), rules, clock: Date.now, log: silentLog });
});

afterEach(() => {
  assembly.stopListening();
});

/** Sets documents, or deletes those that are null, in one commit. */
async function commit(documents: Record<string, Fields | null>): Promise<void> {
  const writes = Object.entries(documents).map(([path, fields]) =>
    fields === null ? { delete: `${ROOT}/${path}` } : { update: { name: `${ROOT}/${path}`, fields } },
  );
  await assembly.service.commit({ database: DATABASE, writes }, admin);
}

function useRules(conditions: string): void {
  const source = `service cloud.firestore { match /databases/{db}/documents { ${conditions} } }`;
  rules.replace('p', parseRuleset(source));
}

const reads = (): number => assembly.admin.usage('p').reads;

test('a target is added, filled and current before its first snapshot', async () => {
  await commit({ 'notes/b': {}, 'notes/a': {}, 'others/c': {} });
  const listener = new Listener(assembly.service);
  listener.query(2, notes);
  expect(listener.takeAnswers()).toEqual(['add 2', 'notes/a +2', 'notes/b +2', 'current 2', 'consistent']);
  expect(reads()).toBe(2);
});

test('a commit reaches all targets of a stream in one snapshot, with each document once', async () => {
  const listener = new Listener(assembly.service);
  listener.query(1, notes);
  listener.query(2, { from: [{ collectionId: 'notes', allDescendants: true }] });
  listener.document(3, 'notes/a');
  listener.document(4, 'others/x');
  listener.takeAnswers();
  await commit({ 'notes/a': {}, 'others/x': {}, 'others/y/notes/n': {}, 'others/y': {} });
  expect(listener.takeAnswers()).toEqual([
    'notes/a +3 +1 +2',
    'others/y/notes/n +2',
    'others/x +4',
    'consistent',
  ]);
  await commit({ 'others/y': null });
  expect(listener.takeAnswers()).toEqual([]);
});

test('a missing document is sent as deleted, and costs a read', () => {
  const listener = new Listener(assembly.service);
  listener.document(1, 'notes/none');
  expect(listener.takeAnswers()).toEqual(['add 1', 'deleted notes/none -1', 'current 1', 'consistent']);
  expect(reads()).toBe(1);
});

test('a query over all collections receives every change', async () => {
  const listener = new Listener(assembly.service);
  listener.query(1, { from: [{ allDescendants: true }] });
  listener.takeAnswers();
  await commit({ 'a/b/c/d': {} });
  expect(listener.takeAnswers()).toEqual(['a/b/c/d +1', 'consistent']);
});

test('a document that no longer matches is removed with its new content', async () => {
  await commit({ 'notes/a': owned('ann') });
  const listener = new Listener(assembly.service);
  listener.query(1, { ...notes, where: compared('owner', 'EQUAL', { stringValue: 'ann' }) });
  listener.takeAnswers();
  await commit({ 'notes/a': owned('bob') });
  expect(listener.takeAnswers()).toEqual(['notes/a -1', 'consistent']);
});

test('a document that the user may no longer read is removed without its content', async () => {
  useRules('match /notes/{n} { allow read: if resource.data.owner == request.auth.uid; }');
  await commit({ 'notes/a': owned('ann') });
  const listener = new Listener(assembly.service, ann);
  listener.query(1, { ...notes, where: compared('owner', 'EQUAL', { stringValue: 'ann' }) });
  listener.takeAnswers();
  await commit({ 'notes/a': owned('bob') });
  expect(listener.takeAnswers()).toEqual(['removed notes/a -1', 'consistent']);
});

test('a query with a limit refills when a document leaves, and drops its last one when an earlier one appears', async () => {
  await commit({ 'notes/a': rank(1), 'notes/b': rank(2), 'notes/c': rank(3) });
  const listener = new Listener(assembly.service);
  listener.query(1, { ...byRank, limit: { value: 2 } });
  expect(listener.takeAnswers()).toEqual(['add 1', 'notes/a +1', 'notes/b +1', 'current 1', 'consistent']);
  await commit({ 'notes/a': null });
  expect(listener.takeAnswers()).toEqual(['notes/c +1', 'deleted notes/a -1', 'consistent']);
  await commit({ 'notes/z': rank(0) });
  expect(listener.takeAnswers()).toEqual(['notes/z +1', 'removed notes/c -1', 'consistent']);
  await commit({ 'notes/y': rank(9) });
  expect(listener.takeAnswers()).toEqual([]);
});

test('the documents that an offset skips cost a read for the first snapshot', async () => {
  await commit({ 'notes/a': rank(1), 'notes/b': rank(2), 'notes/c': rank(3) });
  const listener = new Listener(assembly.service);
  listener.query(1, { ...byRank, offset: 2 });
  expect(listener.takeAnswers()).toEqual(['add 1', 'notes/c +1', 'current 1', 'consistent']);
  expect(reads()).toBe(3);
  listener.query(2, { ...byRank, offset: 9 });
  expect(reads()).toBe(6);
});

test('a listener that resumes receives, and is billed for, only the changes', async () => {
  await commit({ 'notes/a': rank(1), 'notes/b': rank(2), 'notes/c': rank(3), 'notes/d': rank(4) });
  const query = { ...notes, where: compared('rank', 'LESS_THAN', { integerValue: 9 }) };
  const before = new Listener(assembly.service);
  before.query(1, query);
  before.close();
  await commit({ 'notes/a': rank(0), 'notes/b': rank(10), 'notes/c': null, 'notes/e': rank(11) });
  assembly.admin.resetUsage('p');
  const listener = new Listener(assembly.service);
  listener.query(1, query, { resumeToken: before.resumeToken, expectedCount: { value: 4 } });
  expect(listener.takeAnswers()).toEqual([
    'add 1',
    'notes/a +1',
    'notes/b -1',
    'deleted notes/c -1',
    'current 1',
    'consistent',
  ]);
  expect(reads()).toBe(2);
  listener.remove(1);
  listener.takeAnswers();
  listener.query(1, query, { resumeToken: listener.resumeToken });
  expect(listener.takeAnswers()).toEqual(['add 1', 'current 1', 'consistent']);
  expect(reads()).toBe(2);
});

test('a query with a limit resumes from its earlier results', async () => {
  await commit({ 'notes/a': rank(1), 'notes/b': rank(2), 'notes/c': rank(3) });
  const query = { ...byRank, limit: { value: 2 } };
  const before = new Listener(assembly.service);
  before.query(1, query);
  before.close();
  await commit({ 'notes/a': rank(5) });
  const listener = new Listener(assembly.service);
  listener.query(1, query, { resumeToken: before.resumeToken });
  expect(listener.takeAnswers()).toEqual(['add 1', 'notes/c +1', 'notes/a -1', 'current 1', 'consistent']);
});

test('a client that resumes with a wrong count receives the right one', async () => {
  await commit({ 'notes/a': {}, 'notes/b': {} });
  const before = new Listener(assembly.service);
  before.query(1, notes);
  const listener = new Listener(assembly.service);
  listener.query(1, notes, { resumeToken: before.resumeToken, expectedCount: { value: 1 } });
  expect(listener.takeAnswers()).toEqual(['add 1', 'filter 1: 2', 'current 1', 'consistent']);
});

test('a target with a token of an earlier server run starts from the beginning', async () => {
  await commit({ 'notes/a': {} });
  const listener = new Listener(assembly.service);
  listener.query(1, notes, { resumeToken: Buffer.alloc(16, 7) });
  expect(listener.takeAnswers()).toEqual(['add 1', 'reset 1', 'notes/a +1', 'current 1', 'consistent']);
  listener.query(2, notes, { resumeToken: Buffer.from('rubbish') });
  expect(listener.takeAnswers()).toEqual(['add 2', 'reset 2', 'notes/a +2', 'current 2', 'consistent']);
});

test.each([
  ['before the start of the server', 1],
  ['in the future', 253_402_300_000],
])('a listener that resumes from a time %s starts from the beginning', async (_, seconds) => {
  await commit({ 'notes/a': {} });
  const listener = new Listener(assembly.service);
  listener.query(1, notes, { readTime: { seconds } });
  expect(listener.takeAnswers()).toEqual(['add 1', 'reset 1', 'notes/a +1', 'current 1', 'consistent']);
});

test('a target that fails ends, the others continue', async () => {
  useRules('match /notes/{n} { allow read: if true; }');
  await commit({ 'notes/a': {} });
  const listener = new Listener(assembly.service, ann);
  listener.query(1, { from: [{ collectionId: 'secrets' }] });
  listener.query(2, { ...notes, limit: { value: -1 } });
  listener.add({ targetId: 3 });
  listener.add({ targetId: -4, documents: { documents: [`${ROOT}/notes/a`] } });
  listener.document(5, 'notes');
  expect(listener.takeAnswers().map((words) => words.split(' because')[0])).toEqual(
    [1, 2, 3, -4, 5].map((id) => `remove ${id}`),
  );
  listener.query(6, notes);
  listener.query(6, notes);
  expect(listener.takeAnswers()).toEqual([
    'add 6',
    'notes/a +6',
    'current 6',
    'consistent',
    'remove 6 because Target id 6 is already in use.',
  ]);
  await commit({ 'notes/a': rank(1) });
  expect(listener.takeAnswers()).toEqual(['notes/a +6', 'consistent']);
});

test('a listener loses a target that the rules no longer allow, before it receives more', async () => {
  useRules(`
    match /notes/{n} { allow read: if get(/databases/$(db)/documents/members/$(request.auth.uid)).data.ok; }
    match /own/{n} { allow get: if resource.data.owner == request.auth.uid; }`);
  await commit({ 'members/ann': ok(true), 'notes/a': {}, 'own/o': owned('ann') });
  const listener = new Listener(assembly.service, ann);
  listener.query(1, notes);
  listener.document(2, 'own/o');
  listener.takeAnswers();
  const denied = 'because Missing or insufficient permissions: false for';
  await commit({ 'members/ann': ok(false), 'notes/b': {} });
  expect(listener.takeAnswers()).toEqual([expect.stringContaining(`remove 1 ${denied} 'list'`)]);
  await commit({ 'own/o': owned('bob') });
  expect(listener.takeAnswers()).toEqual([expect.stringContaining(`remove 2 ${denied} 'get'`)]);
});

test('new rules apply to every listener of the project', () => {
  useRules('match /notes/{n} { allow read: if true; }');
  const [listener, administrator] = [new Listener(assembly.service, ann), new Listener(assembly.service)];
  for (const each of [listener, administrator]) {
    each.query(1, notes);
    each.takeAnswers();
  }
  useRules('match /notes/{n} { allow read: if request.auth.uid == "bob"; }');
  expect(listener.takeAnswers()).toEqual([
    expect.stringContaining('remove 1 because Missing or insufficient permissions: false for'),
  ]);
  expect(administrator.takeAnswers()).toEqual([]);
});

test('a slow client receives everything, in order', async () => {
  await commit({ 'notes/a': {}, 'notes/b': {} });
  const listener = new Listener(assembly.service);
  listener.capacity = 2;
  listener.query(1, notes);
  expect(listener.takeAnswers()).toEqual(['add 1', 'notes/a +1']);
  await commit({ 'notes/c': {} });
  listener.document(2, 'notes/c');
  expect(listener.takeAnswers()).toEqual([]);
  listener.resume(2);
  expect(listener.takeAnswers()).toEqual(['notes/b +1', 'current 1']);
  listener.resume(Infinity);
  expect(listener.takeAnswers()).toEqual([
    'consistent',
    'notes/c +1',
    'consistent',
    'add 2',
    'notes/c +2',
    'current 2',
    'consistent',
  ]);
});

test('a removed target sends nothing more, and a target with `once` is removed at once', async () => {
  const listener = new Listener(assembly.service);
  listener.query(1, notes);
  listener.query(2, notes, { once: true });
  listener.remove(1);
  expect(listener.takeAnswers().filter((words) => words.startsWith('remove'))).toEqual([
    'remove 2',
    'remove 1',
  ]);
  await commit({ 'notes/a': {} });
  expect(listener.takeAnswers()).toEqual([]);
  listener.close();
  expect(listener.ended).toEqual({ error: undefined });
});

test('a projection contains only its fields', async () => {
  await commit({ 'notes/a': { ...rank(1), ...owned('ann') } });
  const listener = new Listener(assembly.service);
  listener.query(1, { ...notes, select: { fields: [{ fieldPath: 'rank' }] } });
  listener.query(2, notes);
  listener.answers.length = 0;
  await commit({ 'notes/a': { ...rank(2), ...owned('bob') } });
  const fields = listener.answers.map(({ documentChange }) =>
    Object.keys(documentChange?.document?.fields ?? {}),
  );
  expect(fields).toEqual([['rank'], ['rank', 'owner'], []]);
});
