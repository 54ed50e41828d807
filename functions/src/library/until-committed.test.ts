import { expect, test } from 'vitest';

import { untilCommitted } from '#functions/library/until-committed.ts';

function rpcError(code: number, message = 'no'): Error {
  return Object.assign(new Error(message), { code });
}

/** An attempt that fails so often, with the pauses that were made; `random` answers its most. */
function failing(times: number, error: Error) {
  const pauses: number[] = [];
  let attempts = 0;
  const attempt = async () => {
    attempts += 1;
    if (attempts <= times) throw error;
    return attempts;
  };
  const timing = {
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
    random: () => 1,
  };
  return { attempt, timing, pauses, made: () => attempts };
}

test('transactions that met try again at once, and wait 1.2 seconds at most', async () => {
  const { attempt, timing, pauses } = failing(4, rpcError(10));
  expect(await untilCommitted(attempt, timing)).toBe(5);
  expect(pauses[0]).toBeLessThanOrEqual(30);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThanOrEqual(1200);
});

test('the fifth failure is the last', async () => {
  const { attempt, timing, made } = failing(9, rpcError(10));
  await expect(untilCommitted(attempt, timing)).rejects.toMatchObject({ code: 10 });
  expect(made()).toBe(5);
});

test.each([1, 2, 4, 13, 14, 16])('an outage that can pass (%i) is given seconds', async (code) => {
  const { attempt, timing, pauses } = failing(4, rpcError(code));
  expect(await untilCommitted(attempt, timing)).toBe(5);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(5000);
});

test('a transaction that has expired is begun again', async () => {
  const { attempt, timing } = failing(
    1,
    rpcError(3, 'The referenced transaction has expired or is no longer valid.'),
  );
  expect(await untilCommitted(attempt, timing)).toBe(2);
});

test.each([
  ['a refusal', rpcError(7)],
  ['a request that is wrong', rpcError(3)],
  ['exhausted quota, which the SDK would wait a minute for', rpcError(8)],
  ['an error of our own', new Error('no')],
])('%s is not tried again', async (_what, error) => {
  const { attempt, timing, made } = failing(1, error);
  await expect(untilCommitted(attempt, timing)).rejects.toBe(error);
  expect(made()).toBe(1);
});
