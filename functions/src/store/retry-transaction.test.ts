import { expect, test } from 'vitest';

import { retryTransaction } from '#functions/store/retry-transaction.ts';

function rpcError(code: number, message = 'no'): Error {
  return Object.assign(new Error(message), { code });
}

/** An attempt that fails `times` times, and the recorded pauses. `random` returns its maximum. */
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

test('contention is retried after milliseconds, and for at most 1.2 seconds in total', async () => {
  const { attempt, timing, pauses } = failing(4, rpcError(10));
  expect(await retryTransaction(attempt, timing)).toBe(5);
  expect(pauses[0]).toBeLessThanOrEqual(30);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeLessThanOrEqual(1200);
});

test('a transaction stops after the fifth failure', async () => {
  const { attempt, timing, made } = failing(9, rpcError(10));
  await expect(retryTransaction(attempt, timing)).rejects.toMatchObject({ code: 10 });
  expect(made()).toBe(5);
});

test.each([1, 2, 4, 13, 14, 16])('a transient outage (%i) is retried for several seconds', async (code) => {
  const { attempt, timing, pauses } = failing(4, rpcError(code));
  expect(await retryTransaction(attempt, timing)).toBe(5);
  expect(pauses.reduce((sum, pause) => sum + pause)).toBeGreaterThan(5000);
});

test('an expired transaction is retried', async () => {
  const { attempt, timing } = failing(
    1,
    rpcError(3, 'The referenced transaction has expired or is no longer valid.'),
  );
  expect(await retryTransaction(attempt, timing)).toBe(2);
});

test.each([
  ['permission denied', rpcError(7)],
  ['an invalid request', rpcError(3)],
  ['an exhausted quota, for which the SDK would wait a minute', rpcError(8)],
  ['an error without a code', new Error('no')],
])('a transaction is not retried after %s', async (_what, error) => {
  const { attempt, timing, made } = failing(1, error);
  await expect(retryTransaction(attempt, timing)).rejects.toBe(error);
  expect(made()).toBe(1);
});
