import * as fc from 'fast-check';

import type { Area } from '#firestore/compare/area.ts';
import { PATHS, smallData, via } from '#firestore/compare/areas/data.ts';
import { query } from '#firestore/compare/areas/query-json.ts';
import { EVERYTHING, write } from '#firestore/compare/areas/writes.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, type CallStep, type Step } from '#firestore/compare/step.ts';

const name = fc.constantFrom(...PATHS.slice(0, 6)).map((path) => `${ROOT}/${path}`);

const options = fc.constantFrom<JsonObject[]>(
  {},
  { options: { readWrite: {} } },
  { options: { readOnly: {} } },
  { options: { readOnly: { readTime: '@commitTime' } } },
);

const begin = fc.tuple(options, via).map(([given, transport]): CallStep => ({
  kind: 'call',
  method: 'BeginTransaction',
  request: { database: DATABASE, ...given },
  via: transport,
  saveTransaction: 'A',
}));

const transaction = '@transaction:A';

/** Only the transaction A writes while it is open: a write that waits for a lock would not end a case. */
const inside: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  name.map((each): [string, JsonObject] => ['GetDocument', { name: each, transaction }]),
  fc
    .uniqueArray(name, { minLength: 1, maxLength: 3 })
    .map((documents): [string, JsonObject] => [
      'BatchGetDocuments',
      { database: DATABASE, documents, transaction },
    ]),
  query.map((request): [string, JsonObject] => ['RunQuery', { ...request, transaction }]),
);

const ending: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  fc
    .array(write, { maxLength: 3 })
    .map((writes): [string, JsonObject] => ['Commit', { database: DATABASE, writes, transaction }]),
  fc.constant<[string, JsonObject]>(['Rollback', { database: DATABASE, transaction }]),
);

/** A read of the past, or a use of a transaction that has ended. */
const outside: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  name.map((each): [string, JsonObject] => ['GetDocument', { name: each, readTime: '@commitTime' }]),
  query.map((request): [string, JsonObject] => ['RunQuery', { ...request, readTime: '@commitTime' }]),
  fc
    .array(write, { minLength: 1, maxLength: 2 })
    .map((writes): [string, JsonObject] => ['Commit', { database: DATABASE, writes }]),
);

const calls = (step: fc.Arbitrary<[string, JsonObject]>): fc.Arbitrary<CallStep> =>
  fc.tuple(step, via).map(([[method, request], transport]) => ({
    kind: 'call',
    method,
    request,
    // Google's emulator never answers a GET with a transaction in its URL.
    via: method === 'GetDocument' && request['transaction'] !== undefined ? 'grpc' : transport,
  }));

const readB: fc.Arbitrary<[string, JsonObject]> = fc.oneof(
  fc
    .uniqueArray(name, { minLength: 1, maxLength: 2 })
    .map((documents): [string, JsonObject] => ['BatchGetDocuments', { database: DATABASE, documents }]),
  query.map((request): [string, JsonObject] => ['RunQuery', { ...request }]),
);

/** A second transaction, which starts with its first read and shares the locks of the open one until its rollback. */
const second: fc.Arbitrary<readonly CallStep[]> = fc
  .tuple(readB, readB, fc.constantFrom<JsonObject[]>({ readWrite: {} }, { readOnly: {} }), via)
  .map(([[method, request], [again, more], newTransaction, transport]): readonly CallStep[] => [
    { kind: 'call', method, request: { ...request, newTransaction }, via: transport, saveTransaction: 'B' },
    { kind: 'call', method: again, request: { ...more, transaction: '@transaction:B' }, via: transport },
    {
      kind: 'call',
      method: 'Rollback',
      request: { database: DATABASE, transaction: '@transaction:B' },
      via: transport,
    },
  ]);

const round: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.array(calls(outside), { maxLength: 2 }),
    begin,
    fc.array(calls(inside), { maxLength: 4 }),
    fc.option(second, { freq: 1 }),
    calls(ending),
    fc.option(calls(fc.oneof(inside, ending)), { freq: 2 }),
  )
  .map(([before, start, reads, other, end, after]) => [
    ...before,
    start,
    ...reads,
    ...(other ?? []),
    end,
    ...(after === null ? [] : [after]),
    EVERYTHING,
  ]);

export const transactionsArea: Area = {
  name: 'transactions',
  weight: 2,
  scenario: fc
    .tuple(smallData, fc.array(round, { minLength: 1, maxLength: 3 }))
    .map(([data, rounds]): readonly Step[] => [data, ...rounds.flat()]),
};
