import { expect, test } from 'vitest';

import { Clock } from '#firestore/compare/clock.ts';
import type { Json } from '#firestore/compare/json.ts';
import { observeListen } from '#firestore/compare/listen-observer.ts';
import { ROOT } from '#firestore/compare/step.ts';
import type { Wire } from '#firestore/compare/wire.ts';

const MARK = { name: `${ROOT}/settle/mark`, fields: { n: { integerValue: '1' } } };
const SNAPSHOT = { targetChange: { readTime: { seconds: '1' } } };

function documentChange(document: Json, ...targetIds: number[]): Json {
  return { documentChange: { document, targetIds } };
}

function refusal(...targetIds: number[]): Json {
  return { targetChange: { targetChangeType: 'REMOVE', targetIds, cause: { code: 3, message: 'no' } } };
}

/** A server that has sent these messages. */
function wireOf(received: readonly Json[]): Wire {
  return {
    call: async () => Promise.resolve({ code: 'OK', message: '', answers: [] }),
    listen: () => ({ received, send() {}, next: async () => Promise.resolve(), ended: null, close() {} }),
    put: async () => Promise.resolve(200),
    close() {},
  };
}

async function startWith(...received: Json[]) {
  const observer = observeListen(
    wireOf(received),
    new Clock(),
    (json) => json,
    (json) => json,
  );
  return observer.start([]);
}

test('a listener waits until the target of the mark has the mark, not only a target on all collections', async () => {
  const document = { name: `${ROOT}/c/d` };
  const { answers } = await startWith(
    documentChange(MARK, 2),
    SNAPSHOT,
    documentChange(document, 4),
    documentChange(MARK, 2, 900),
    SNAPSHOT,
  );
  expect(answers).toEqual([{ target: '4', documents: [document] }]);
});

test('a listener reports refusals by target, in any order of the server', async () => {
  const marked = [documentChange(MARK, 900), SNAPSHOT];
  const { answers } = await startWith(refusal(6), refusal(4, 2), ...marked);
  expect(answers).toEqual((await startWith(refusal(2), refusal(4), refusal(6), ...marked)).answers);
  expect(answers).toMatchObject([
    { removed: ['2'], code: 3 },
    { removed: ['4'] },
    { removed: ['6'] },
    {},
    {},
    {},
  ]);
});
