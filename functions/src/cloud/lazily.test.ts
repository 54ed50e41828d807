import { expect, test } from 'vitest';

import { lazily } from '#functions/cloud/lazily.ts';

test('makes nothing before it is asked, and one thing for all who ask', async () => {
  let made = 0;
  const thing = lazily(async () => (made += 1));
  expect(made).toBe(0);
  expect(await Promise.all([thing(), thing()])).toEqual([1, 1]);
  expect(await thing()).toBe(1);
});

test('tries again after a failure, which only those are told who asked before it', async () => {
  let tries = 0;
  const thing = lazily(async () => {
    tries += 1;
    if (tries === 1) throw new Error('no network');
    return tries;
  });
  expect(await Promise.allSettled([thing(), thing()])).toMatchObject([
    { status: 'rejected' },
    { status: 'rejected' },
  ]);
  expect(await Promise.all([thing(), thing()])).toEqual([2, 2]);
});

test('tries again after a maker that throws at once', async () => {
  let tries = 0;
  const thing = lazily((): Promise<number> => {
    tries += 1;
    if (tries === 1) throw new Error('no setting');
    return Promise.resolve(tries);
  });
  await expect(thing()).rejects.toThrow('no setting');
  expect(await thing()).toBe(2);
});
