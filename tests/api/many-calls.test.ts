import { expect, test } from 'vitest';

import { register } from '#tests/api/support.ts';

const CALLS = 200;

test('200 calls at once are all answered', async () => {
  const person = await register();
  const answers = await Promise.all(
    Array.from({ length: CALLS }, async (_, index) =>
      index % 10 === 0
        ? person.call('/links/create/', { url: `mailto:${index}` })
        : person.call('/folders/list/'),
    ),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(CALLS);
  expect(await person.ask('/links/list/', {})).toHaveLength(CALLS / 10);
});
