import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { EXPLAINED } from '#firestore/compare/differences.ts';
import { explanationOf } from '#firestore/compare/explain.ts';
import type { Json } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, type CallStep, type Observation, type Step } from '#firestore/compare/step.ts';
import { nameOf, runQuery } from '#firestore/compare/testing/name-of.ts';

const commit: CallStep = {
  kind: 'call',
  method: 'Commit',
  via: 'grpc',
  request: { database: DATABASE, writes: [{ update: { name: `${ROOT}/c/d` } }] },
};

const get: CallStep = {
  kind: 'call',
  method: 'GetDocument',
  via: 'rest',
  request: { name: `${ROOT}/c/d` },
};

const queryWithOffset: Step = {
  kind: 'call',
  method: 'RunQuery',
  via: 'grpc',
  request: { parent: ROOT, structuredQuery: { from: [{ collectionId: 'c' }], offset: 1 } },
};

test('an entry explains its own difference only', () => {
  const document = { name: `${ROOT}/c/d` };
  const right = { answers: { documents: [document], skipped: 1 } };
  const none = { answers: { documents: [], skipped: 0 } };
  expect(nameOf(queryWithOffset, right, { answers: { documents: [document], skipped: 4 } })).toBe(
    'skippedResults',
  );
  expect(nameOf(queryWithOffset, { answers: { documents: [document], skipped: 0 } }, right)).toBeUndefined();
  expect(nameOf(queryWithOffset, right, none)).toBeUndefined();
  expect(nameOf(queryWithOffset, none, { ...none, code: 'PERMISSION_DENIED' })).toBeUndefined();
});

function view(id: string, ...documents: Json[]): Json {
  return { target: id, documents };
}

function refusal(code: number): Json {
  return { removed: ['2'], code };
}

test('an explained refusal of one target hides no difference of another target', () => {
  const step: Step = { kind: 'listen', targets: [] };
  const name = 'refused queries of listeners';
  const message = 'collection group queries are only allowed at the root';
  const explained = (ours: Json[], official: Json[]): string | undefined =>
    nameOf(step, { answers: ours }, { answers: official, message });
  const document = { name: `${ROOT}/c/d` };
  expect(explained([refusal(3), view('2'), view('4')], [refusal(9), view('2'), view('4')])).toBe(name);
  expect(
    explained([refusal(3), view('2'), view('4')], [refusal(9), view('2'), view('4', document)]),
  ).toBeUndefined();
  expect(explained([refusal(3), view('2')], [view('2', document)])).toBeUndefined();
});

function pageOf(document: Json, rest = {}): Partial<Observation> {
  return { answers: [{ documents: [document], ...rest }] };
}

test('two entries explain a step only if nothing else differs', () => {
  const query = { structuredQuery: { from: [{ allDescendants: true }] } };
  const step: Step = { kind: 'listen', targets: [{ targetId: 4, query }] };
  const names = 'refused queries of listeners and listener on all collections';
  const message = 'Only a single array-contains clause is allowed in a query';
  const ours = { answers: [refusal(3), view('2'), view('4', version('time 2')), view('6')] };
  const official = [refusal(9), view('2'), view('4', version('time 1'))];
  expect(nameOf(step, ours, { message, answers: [...official, view('6')] })).toBe(names);
  expect(
    nameOf(step, ours, { message, answers: [...official, view('6', version('time 1'))] }),
  ).toBeUndefined();
  expect(nameOf(step, ours, { message: 'other', answers: [...official, view('6')] })).toBeUndefined();
  const otherCode = [refusal(7), ...official.slice(1), view('6')];
  expect(nameOf(step, ours, { message, answers: otherCode })).toBeUndefined();
  const ended = { code: 'INTERNAL', message, answers: [...official, view('6')] };
  expect(nameOf(step, ours, ended)).toBeUndefined();
  const list = { ...get, method: 'ListDocuments', request: { showMissing: true, mask: {}, pageSize: 1 } };
  const [listed, full] = [{ name: 'd' }, { name: 'd', fields: {} }];
  const token = { nextPageToken: 'token' };
  expect(nameOf(list, pageOf(listed), pageOf(full, token))).toBe(
    'mask of a list with missing documents and token after the last page',
  );
  expect(nameOf(list, pageOf(listed), pageOf(full))).toBe('mask of a list with missing documents');
  expect(nameOf(list, pageOf(listed, token), pageOf(full))).toBeUndefined();
  expect(nameOf(list, pageOf(listed), pageOf({ name: 'e', fields: {} }, token))).toBeUndefined();
});

function getById(id: string): CallStep {
  return { ...get, request: { name: `${ROOT}/c/${id}` } };
}

function notFound(id: string): Partial<Observation> {
  return { code: 'NOT_FOUND', message: `Document (${ROOT}/c/${id}) not found.` };
}

function version(updateTime: string): Json {
  return { name: `${ROOT}/c/d`, updateTime };
}

test('entries of queries look at the filter, the order and the line of the rules that differ', () => {
  const denied = { code: 'PERMISSION_DENIED', message: "false for 'list' @ L1" };
  const found = { answers: { documents: [{ name: `${ROOT}/c/d` }], skipped: 0 } };
  const typed = 'rule for queries that the type of a filter proves';
  expect(nameOf(runQuery('b', 'ARRAY_CONTAINS'), found, denied)).toBe(typed);
  // Another field than that of the rule proves nothing, and neither does an equality alone.
  expect(nameOf(runQuery('a', 'ARRAY_CONTAINS'), found, denied)).toBeUndefined();
  expect(nameOf(runQuery('b', 'EQUAL'), found, denied)).toBeUndefined();
  const noMatch = { code: 'PERMISSION_DENIED', message: 'No matching allow statements' };
  expect(nameOf(runQuery('__name__', 'EQUAL'), { answers: { documents: [] } }, noMatch)).toBe(typed);
  expect(nameOf(runQuery('__name__', 'EQUAL'), found, noMatch)).toBeUndefined();
  const refused = { code: 'INVALID_ARGUMENT', message: 'Equality on key is not allowed if' };
  const twice = 'query that is refused for two reasons';
  expect(nameOf(runQuery('__name__', 'EQUAL'), refused, denied)).toBe(twice);
  expect(nameOf(runQuery('a', 'EQUAL'), refused, denied)).toBeUndefined();
  const { as: _, ...byAdmin } = runQuery('__name__', 'EQUAL');
  expect(nameOf(byAdmin, refused, denied)).toBeUndefined();
});

test('a commit that waits for the locks of official explains any code of ours, after a refused commit', () => {
  const inTransaction: CallStep = {
    ...commit,
    request: { ...commit.request, transaction: '@transaction:A' },
  };
  const [waited, closed] = [
    { code: 'ABORTED', message: 'Transaction lock timeout.' },
    { code: 'INVALID_ARGUMENT', message: 'Transaction is invalid or closed.' },
  ];
  const failed: Partial<Observation> = { code: 'FAILED_PRECONDITION' };
  const explained = (ours: Partial<Observation>, official: Partial<Observation>, before: Step): boolean => {
    const [a, b] = [ours, official].map((answer) => ({ code: 'OK', message: '', answers: [], ...answer }));
    return (
      a !== undefined &&
      b !== undefined &&
      explanationOf(EXPLAINED, commit, a, b, [before, commit]).length > 0
    );
  };
  expect(explained(failed, waited, inTransaction)).toBe(true);
  expect(explained({}, closed, inTransaction)).toBe(true);
  expect(explained(failed, closed, inTransaction)).toBe(false);
  expect(explained(failed, waited, get)).toBe(false);
});

test('white space explains only answers about the path without it', () => {
  const name = 'white space around an id in a URL';
  expect(nameOf(getById(' d'), {}, notFound('d'))).toBe(name);
  expect(nameOf(getById(' d'), {}, notFound(' d'))).toBeUndefined();
  expect(nameOf(getById('a d'), {}, notFound('a d'))).toBeUndefined();
  const empty = { code: 'INVALID_ARGUMENT', message: 'has invalid trailing "/".' };
  expect(nameOf(getById(' '), {}, empty)).toBe(name);
  expect(nameOf(getById(' d'), {}, empty)).toBeUndefined();
});

test('a listener on all collections explains outdated documents, and no end of the stream', () => {
  const step: Step = {
    kind: 'listen',
    targets: [{ targetId: 2, query: { structuredQuery: { from: [{ allDescendants: true }] } } }],
  };
  const name = 'listener on all collections';
  const ours = { answers: [view('2', version('time 2'))] };
  expect(nameOf(step, ours, { answers: [view('2', version('time 1'))] })).toBe(name);
  expect(nameOf(step, ours, { answers: [view('2')] })).toBe(name);
  expect(nameOf(step, ours, { answers: [view('2', { name: `${ROOT}/c/other` })] })).toBeUndefined();
  expect(nameOf(step, ours, { answers: [refusal(9), view('2')] })).toBeUndefined();
  const from = [{ collectionId: 'c' }];
  const ofCollection: Step = {
    kind: 'listen',
    targets: [{ targetId: 2, query: { structuredQuery: { from } } }],
  };
  expect(nameOf(ofCollection, ours, { answers: [view('2')] })).toBeUndefined();
  expect(nameOf(step, ours, { code: 'INTERNAL' })).toBeUndefined();
});

test('the README lists every explained difference', async () => {
  const page = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const start = page.indexOf("### Differences from Google's emulator");
  const section = page.slice(start, page.indexOf('\n#', start));
  const rows = section.split('\n').filter((line) => line.startsWith('| ') && line.includes('https://'));
  const cells = rows.map((row) => row.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, name, official, ours, link]) => [name, official, ours, link])).toEqual(
    EXPLAINED.map(({ name, official, ours, documentation }) => [
      name,
      official,
      ours,
      `[docs](${documentation})`,
    ]),
  );
});
