import * as fc from 'fast-check';

import type { Area } from '#firestore/compare/area.ts';
import { smallData, via } from '#firestore/compare/areas/data.ts';
import { EVERYTHING, write } from '#firestore/compare/areas/writes.ts';
import type { JsonObject } from '#firestore/compare/json.ts';
import { DATABASE, ROOT, type CallStep, type Step, type TogetherStep } from '#firestore/compare/step.ts';

const OWN = `${ROOT}/c/d0`;
const OTHER = `${ROOT}/c/d1`;
const transaction = '@transaction:A';

const commitOf =
  (more: JsonObject, flags: Partial<CallStep>) =>
  ([writes, transport]: [readonly JsonObject[], CallStep['via']]): CallStep => ({
    kind: 'call',
    method: 'Commit',
    request: { database: DATABASE, writes, ...more },
    via: transport,
    ...flags,
  });

function commits(each: fc.Arbitrary<JsonObject>, more: JsonObject, flags: Partial<CallStep> = {}) {
  return fc.tuple(fc.array(each, { minLength: 1, maxLength: 2 }), via).map(commitOf(more, flags));
}

function read(documents: readonly string[], more: JsonObject): CallStep {
  return {
    kind: 'call',
    method: 'BatchGetDocuments',
    request: { database: DATABASE, documents, ...more },
    via: 'grpc',
  };
}

function begin(options: JsonObject): CallStep {
  return {
    kind: 'call',
    method: 'BeginTransaction',
    request: { database: DATABASE, options },
    via: 'grpc',
    saveTransaction: 'A',
  };
}

const rollback: CallStep = {
  kind: 'call',
  method: 'Rollback',
  request: { database: DATABASE, transaction },
  via: 'grpc',
};

const asRead = (path: string): JsonObject => ({ currentDocument: { updateTime: `@updateTime:${path}` } });

const elsewhere = commits(write, {}, { isElsewhere: true });

/** Sets or deletes one document without reading it. */
const writeTo = (name: string): fc.Arbitrary<JsonObject> =>
  fc.constantFrom<JsonObject[]>(
    { update: { name, fields: { a: { integerValue: '7' } } } },
    {
      update: { name, fields: {} },
      updateTransforms: [{ fieldPath: 'b', increment: { integerValue: '1' } }],
    },
    { delete: name },
  );

/** The web SDK's transactions: reads, another client's commit, and a commit with the update times of the reads. */
const optimistic: fc.Arbitrary<readonly Step[]> = fc
  .tuple(fc.subarray([OWN, OTHER], { minLength: 1 }), elsewhere, writeTo(OWN), writeTo(OTHER), via)
  .map(([names, other, toOwn, toOther, transport]) => {
    const writes = [
      { ...toOwn, ...asRead('c/d0') },
      { ...toOther, ...(names.includes(OTHER) ? asRead('c/d1') : {}) },
    ];
    return [read(names, {}), other, commitOf({}, {})([writes, transport]), EVERYTHING];
  });

/** A read-only transaction keeps its snapshot beside the commits of others. */
const snapshot: fc.Arbitrary<readonly Step[]> = fc
  .tuple(elsewhere, elsewhere)
  .map(([first, second]) => [
    begin({ readOnly: {} }),
    read([OWN, OTHER], { transaction }),
    first,
    read([OTHER, OWN], { transaction }),
    second,
    read([OWN], { transaction }),
    rollback,
    EVERYTHING,
  ]);

/** Others write documents that the open transaction has not read yet. A write that waits for its locks would not end. */
const unlocked: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.boolean(),
    commits(writeTo(OTHER), {}, { isElsewhere: true }),
    fc.oneof(commits(fc.oneof(writeTo(OWN), writeTo(OTHER)), { transaction }), fc.constant(rollback)),
  )
  .map(([readsBefore, other, end]) => [
    begin({ readWrite: {} }),
    ...(readsBefore ? [read([OWN], { transaction })] : []),
    other,
    read([OTHER], { transaction }),
    end,
    EVERYTHING,
  ]);

/** Equal writes at the same time have the same codes and the same document in any order. */
const together: fc.Arbitrary<readonly Step[]> = fc
  .tuple(
    fc.integer({ min: 2, max: 4 }),
    writeTo(OWN),
    fc.constantFrom<JsonObject[]>(
      {},
      { currentDocument: { exists: true } },
      { currentDocument: { exists: false } },
      asRead('c/d0'),
    ),
    via,
  )
  .map(([count, each, current, transport]) => {
    const call = commitOf({}, { isElsewhere: true })([[{ ...each, ...current }], transport]);
    const step: TogetherStep = { kind: 'together', calls: Array.from({ length: count }, () => call) };
    return [read([OWN], {}), step, EVERYTHING];
  });

/** Several clients write the same documents. */
export const conflictsArea: Area = {
  name: 'conflicts',
  weight: 1,
  scenario: fc
    .tuple(
      smallData,
      fc.array(fc.oneof(optimistic, snapshot, unlocked, together), { minLength: 1, maxLength: 6 }),
    )
    .map(([data, rounds]): readonly Step[] => [data, ...rounds.flat()]),
};
