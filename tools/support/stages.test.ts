import { expect, test } from 'vitest';

import { STAGES, STEPS } from './stages.ts';

test('a run has every stage once', () => {
  expect(STEPS.flat(2).toSorted()).toEqual([...STAGES].toSorted());
});
