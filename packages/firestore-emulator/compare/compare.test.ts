import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { compareScenario, hasDamagedStream } from '#firestore/compare/compare.ts';
import { EXPLAINED } from '#firestore/compare/differences.ts';
import type { ExplainedDifference } from '#firestore/compare/explain.ts';
import type { Json } from '#firestore/compare/json.ts';
import { restRequest } from '#firestore/compare/rest-request.ts';
import { DATABASE, ROOT, type CallStep, type Observation, type Step } from '#firestore/compare/step.ts';
import type { Answer, Wire, WireRequest } from '#firestore/compare/wire.ts';
import { loadMessages } from '#firestore/protobuf/messages.ts';

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
const update: CallStep = {
  ...commit,
  request: {
    database: DATABASE,
    writes: [{ delete: `${ROOT}/c/d`, currentDocument: { updateTime: '@updateTime:c/d' } }],
  },
};

/** A server whose commits happen at one time. Returns its requests, too. */
function server(seconds: string, answers: Readonly<Record<string, Partial<Answer>>> = {}) {
  const requests: WireRequest[] = [];
  const time = { seconds };
  const wire: Wire = {
    call: async (request) => {
      requests.push(request);
      const document: Json = { name: `projects/demo/databases/(default)/documents/c/d`, updateTime: time };
      const usual: Json =
        request.method === 'Commit' ? { commitTime: time, writeResults: [{ updateTime: time }] } : document;
      return Promise.resolve({ code: 'OK', message: '', answers: [usual], ...answers[request.method] });
    },
    listen: () => {
      throw new Error('Not a listener.');
    },
    put: async () => Promise.resolve(200),
    close() {},
  };
  return { wire, requests };
}

async function compare(
  steps: readonly Step[],
  official: Readonly<Record<string, Partial<Answer>>>,
  explained: readonly ExplainedDifference[] = [],
) {
  const [a, b] = [server('1000'), server('2000', official)];
  const result = await compareScenario({ ours: a.wire, official: b.wire }, 'demo', steps, explained);
  return { ...result, requests: b.requests };
}

const explanation: ExplainedDifference = {
  name: 'known',
  official: '',
  ours: '',
  documentation: '',
  explains: (_step, _ours, official) => official.code === 'NOT_FOUND',
};

test('answers that differ only in their times and projects are the same', async () => {
  const { cases, difference, requests } = await compare([commit, get, update], {});
  expect([cases, difference]).toEqual([3, null]);
  // A later step uses the update time that this server answered.
  expect(JSON.stringify(requests[2])).toContain('"updateTime":"1970-01-01T00:33:20.000000000Z"');
  expect(requests[1]?.request).toEqual({ name: 'projects/demo/databases/(default)/documents/c/d' });
});

test('another code, document or order of times is a difference, which ends the scenario', async () => {
  for (const answer of [
    { code: 'NOT_FOUND' },
    {
      answers: [{ name: 'projects/demo/databases/(default)/documents/c/e', updateTime: { seconds: '2000' } }],
    },
    { answers: [{ name: 'projects/demo/databases/(default)/documents/c/d', updateTime: { seconds: '1' } }] },
  ]) {
    const { difference, requests } = await compare([commit, get, commit], { GetDocument: answer });
    expect(difference?.step).toBe(get);
    expect(requests).toHaveLength(2);
  }
});

test('the scenario goes on after an explained difference of a read, and ends after that of a write', async () => {
  const missing = { code: 'NOT_FOUND', answers: [] };
  const read = await compare([get, commit], { GetDocument: missing }, [explanation]);
  expect(read).toMatchObject({ cases: 2, explained: ['known'], difference: null });
  const write = await compare([commit, get], { Commit: missing }, [explanation]);
  expect(write).toMatchObject({ cases: 1, explained: ['known'], difference: null });
});

test('a request by REST has its fields in the path, the query and the body', () => {
  const method = loadMessages().methods.find(({ name }) => name === 'UpdateDocument');
  const request = {
    document: { name: `${ROOT}/c/a b`, fields: { a: { nullValue: null } } },
    updateMask: { fieldPaths: ['a', 'b'] },
  };
  expect(method && restRequest(method, request)).toEqual({
    verb: 'PATCH',
    path: `/v1/projects/p/databases/(default)/documents/c/a%20b?updateMask.fieldPaths=a&updateMask.fieldPaths=b`,
    body: { fields: { a: { nullValue: null } } },
  });
});

/** The name of the entry that explains a difference of one step. */
function nameOf(
  step: Step,
  ours: Partial<Observation>,
  official: Partial<Observation>,
  condition = '1 in resource.data.b',
): string | undefined {
  const [a, b] = [ours, official].map((answer) => ({ code: 'OK', message: '', answers: [], ...answer }));
  const rules: Step = { kind: 'rules', source: `match /c/{id} { allow list: if ${condition}; }` };
  return a && b && EXPLAINED.find((entry) => entry.explains(step, a, b, [rules, step]))?.name;
}

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
  const explains = (ours: Json[], official: Json[]): boolean =>
    EXPLAINED.some((entry) =>
      entry.explains(
        step,
        { code: 'OK', message: '', answers: ours },
        { code: 'OK', message: 'collection group queries are only allowed at the root', answers: official },
        [step],
      ),
    );
  const document = { name: `${ROOT}/c/d` };
  expect(explains([refusal(3), view('2'), view('4')], [refusal(9), view('2'), view('4')])).toBe(true);
  expect(explains([refusal(3), view('2'), view('4')], [refusal(9), view('2'), view('4', document)])).toBe(
    false,
  );
  expect(explains([refusal(3), view('2')], [view('2', document)])).toBe(false);
});

function runQuery(fieldPath: string, op: string): CallStep {
  const structuredQuery = { where: { fieldFilter: { field: { fieldPath }, op } } };
  return { kind: 'call', method: 'RunQuery', via: 'grpc', as: null, request: { structuredQuery } };
}

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

test('filters that contradict each other explain only rules that read their field', () => {
  const name = 'rule for a query that contradicts itself';
  const unproven = {
    code: 'PERMISSION_DENIED',
    message: "The query's filters do not prove the rule (resource.data.b is unknown) for 'list' @ L1",
  };
  const explained = (condition: string, ...filters: readonly (readonly [string, string, Json])[]) => {
    const leaves = filters.map(([fieldPath, op, value]) => ({
      fieldFilter: { field: { fieldPath }, op, value },
    }));
    const where = { compositeFilter: { op: 'AND', filters: leaves } };
    const step: CallStep = { ...runQuery('b', 'EQUAL'), request: { structuredQuery: { where } } };
    return nameOf(step, unproven, { answers: { documents: [] } }, condition);
  };
  const [one, two, text] = [{ integerValue: '1' }, { integerValue: '2' }, { stringValue: 'a' }];
  const several = { arrayValue: { values: [one, two] } };
  const condition = "resource.data.b >= 'a'";
  expect(explained(condition, ['b', 'EQUAL', text], ['b', 'IN', several])).toBe(name);
  expect(explained(condition, ['b', 'EQUAL', one], ['b', 'EQUAL', two])).toBe(name);
  expect(explained(condition, ['b', 'GREATER_THAN', text], ['b', 'EQUAL', one])).toBe(name);
  expect(explained(condition, ['b', 'ARRAY_CONTAINS', one], ['b', 'EQUAL', one])).toBe(name);
  expect(explained(condition, ['b', 'EQUAL', text], ['b.x', 'EQUAL', one])).toBe(name);
  expect(explained('resource.data.a == 1', ['b', 'EQUAL', one], ['b', 'EQUAL', two])).toBeUndefined();
  expect(explained(condition, ['b', 'EQUAL', one], ['a', 'EQUAL', two])).toBeUndefined();
  expect(explained(condition, ['b', 'EQUAL', one], ['b', 'IN', several])).toBeUndefined();
  expect(explained(condition, ['b', 'GREATER_THAN', one], ['b', 'LESS_THAN', two])).toBeUndefined();
  expect(explained(condition, ['b', 'NOT_EQUAL', text], ['b', 'EQUAL', one])).toBeUndefined();
});

/** A query with an equality of a field and a document name. */
function queryFor(path: string): CallStep {
  const value = { referenceValue: `${ROOT}/c/d` };
  const where = { fieldFilter: { field: { fieldPath: path }, op: 'EQUAL', value } };
  return { ...runQuery(path, 'EQUAL'), request: { structuredQuery: { where } } };
}

test('official denies a query by name if its document does not match, although the filters prove the rule', () => {
  const denied = { code: 'PERMISSION_DENIED', message: 'Variable read error. Variable: [resource].' };
  const [nothing, found] = [[], [{ name: `${ROOT}/c/d` }]].map((documents) => ({ answers: { documents } }));
  expect(nameOf(queryFor('__name__'), nothing ?? {}, denied)).toBe('rule for a query by document name');
  expect(nameOf(queryFor('__name__'), found ?? {}, denied)).toBeUndefined();
  expect(nameOf(queryFor('b'), nothing ?? {}, denied)).toBeUndefined();
});

test('null and NaN in a filter explain only rules that official takes as proven by them', () => {
  const name = 'rule for a query for null or NaN';
  const nothing = { answers: { documents: [] } };
  const explained = (
    op: string,
    value: Json,
    condition: string,
    official: Partial<Observation> = nothing,
  ) => {
    const fieldFilter = { field: { fieldPath: 'b' }, op, value };
    const step: CallStep = { ...runQuery('b', op), request: { structuredQuery: { where: { fieldFilter } } } };
    return nameOf(step, { code: 'PERMISSION_DENIED', message: "false for 'list' @ L1" }, official, condition);
  };
  const [none, nan] = [{ nullValue: null }, { doubleValue: 'NaN' }];
  expect(explained('GREATER_THAN', none, 'resource.data.b == true')).toBe(name);
  expect(explained('IN', { arrayValue: { values: [nan] } }, 'resource.data.b != null')).toBe(name);
  expect(explained('ARRAY_CONTAINS', nan, '[] in resource.data.b')).toBe(name);
  expect(explained('GREATER_THAN', { doubleValue: 1 }, 'resource.data.b == true')).toBeUndefined();
  expect(explained('GREATER_THAN', none, 'resource.data.a == true')).toBeUndefined();
  expect(explained('GREATER_THAN', none, 'resource.data.b == 1')).toBeUndefined();
  expect(explained('ARRAY_CONTAINS', none, 'resource.data.b == true')).toBeUndefined();
  const found = { answers: { documents: [{ name: `${ROOT}/c/d` }] } };
  expect(explained('GREATER_THAN', none, 'resource.data.b == true', found)).toBeUndefined();
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
  expect(nameOf(step, ours, { code: 'INTERNAL' })).toBeUndefined();
});

test('only a stream that the official emulator has damaged makes a scenario run again', () => {
  const step: Step = { kind: 'settle', reconnect: false };
  const damaged = (code: string, message = '', own = 'OK'): boolean =>
    hasDamagedStream({
      step,
      ours: { code: own, message: '', answers: [] },
      official: { code, message, answers: [] },
    });
  const parsing = 'Response message parsing error: invalid wire type 6';
  expect([damaged('INTERNAL', parsing), damaged('no snapshot')]).toEqual([true, true]);
  expect(damaged('INTERNAL', 'other')).toBe(false);
  expect(damaged('no snapshot', '', 'INTERNAL')).toBe(false);
});

test('calls at the same time are compared by their codes, and no other client changes the times that are known', async () => {
  const together: Step = { kind: 'together', calls: [commit, { ...get, isElsewhere: true }] };
  const { difference } = await compare([together], { GetDocument: { code: 'NOT_FOUND' } });
  expect([difference?.ours.answers, difference?.official.answers]).toEqual([
    ['OK', 'OK'],
    ['NOT_FOUND', 'OK'],
  ]);
  const { requests } = await compare([{ ...commit, isElsewhere: true }, update], {});
  expect(JSON.stringify(requests[1])).toContain('"updateTime":"2001-02-03T04:05:06.000007000Z"');
});

test('the README lists every explained difference', async () => {
  const page = await readFile(join(import.meta.dirname, '../README.md'), 'utf8');
  const section = page.slice(page.indexOf("### Differences from Google's emulator"));
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
