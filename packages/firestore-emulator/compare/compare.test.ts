import { expect, test } from 'vitest';

import { compareScenario, hasDamagedStream } from '#firestore/compare/compare.ts';
import type { ExplainedDifference } from '#firestore/compare/explain.ts';
import type { Json } from '#firestore/compare/json.ts';
import { restRequest } from '#firestore/compare/rest-request.ts';
import { DATABASE, ROOT, type CallStep, type Step } from '#firestore/compare/step.ts';
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
