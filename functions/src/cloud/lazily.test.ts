import { expect, test } from 'vitest';

import { lazily } from '#functions/cloud/lazily.ts';

test('lazily creates nothing before the first call, and one value for all calls', async () => {
  let created = 0;
  const value = lazily(async () => (created += 1));
  expect(created).toBe(0);
  expect(await Promise.all([value(), value()])).toEqual([1, 1]);
  expect(await value()).toBe(1);
});

test('lazily retries after a failure, which only the calls before the retry receive', async () => {
  let tries = 0;
  const value = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return tries;
  });
  expect(await Promise.allSettled([value(), value()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await Promise.all([value(), value()])).toEqual([2, 2]);
});

test('lazily retries after a synchronous throw', async () => {
  let tries = 0;
  const value = lazily((): Promise<number> => {
    tries += 1;
    if (tries === 1) throw new Error('no setting');
    return Promise.resolve(tries);
  });
  await expect(value()).rejects.toThrow('no setting');
  expect(await value()).toBe(2);
});
