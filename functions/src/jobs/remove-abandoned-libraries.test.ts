import { expect, test } from 'vitest';

import { abandonedAmong } from '#functions/jobs/remove-abandoned-libraries.ts';

async function* pagesOf(count: number): AsyncGenerator<readonly string[]> {
  for (let from = 0; from < count; from += 100) {
    yield Array.from({ length: Math.min(100, count - from) }, (_, index) => `u${from + index}`);
  }
}

/** An identity provider in which the first `deleted` accounts are missing. */
function without(deleted: number) {
  return {
    missing: async (uids: readonly string[]) => uids.filter((uid) => Number(uid.slice(1)) < deleted),
  };
}

test.each([
  [2, 1],
  [40, 20],
  [99, 20],
  [1000, 200],
])('of %i libraries, the job removes at most %i per day', async (libraries, most) => {
  expect(await abandonedAmong(pagesOf(libraries), without(most))).toHaveLength(most);
  await expect(abandonedAmong(pagesOf(libraries), without(most + 1))).rejects.toThrow('Nothing was removed');
});
