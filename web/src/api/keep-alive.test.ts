import { expect, test } from 'vitest';

import { keepAliveBudget } from '#web/api/keep-alive.ts';

test('a request may outlive its page while all requests in flight stay below the size limit', async () => {
  const keepAlive = keepAliveBudget();
  const seen: boolean[] = [];
  const ends: (() => void)[] = [];
  const request = async (body: string | null): Promise<void> =>
    keepAlive(body, async (keepalive) => {
      seen.push(keepalive);
      await new Promise<void>((end) => {
        ends.push(end);
      });
    });
  const first = request('x'.repeat(40_000));
  void request('\u20ac'.repeat(10_000));
  void request('x'.repeat(20_000));
  void request(null);
  expect(seen).toEqual([true, false, true, false]);
  ends[0]?.();
  await first;
  void request('x'.repeat(40_000));
  expect(seen.at(-1)).toBe(true);
});
