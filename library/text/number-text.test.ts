import { expect, test } from 'vitest';

import { numberText } from './number-text.ts';

test('thousands are separated by commas', () => {
  expect([0, 999, 1143, 1_234_567].map(numberText)).toEqual(['0', '999', '1,143', '1,234,567']);
});
