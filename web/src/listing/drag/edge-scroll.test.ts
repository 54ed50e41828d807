import { expect, test } from 'vitest';

import { edgeSpeed } from './edge-scroll.ts';

test('a drag over the middle of a list does not scroll it', () => {
  expect(edgeSpeed(300, 100, 500)).toBe(0);
  expect(edgeSpeed(148, 100, 500)).toBe(0);
});

test('a list scrolls up at its upper edge and down at its lower edge, faster near the edge', () => {
  expect(edgeSpeed(140, 100, 500)).toBeLessThan(0);
  expect(edgeSpeed(105, 100, 500)).toBeLessThan(edgeSpeed(140, 100, 500));
  expect(edgeSpeed(495, 100, 500)).toBeGreaterThan(edgeSpeed(460, 100, 500));
  expect(edgeSpeed(460, 100, 500)).toBeGreaterThan(0);
});

test('the speed does not grow beyond the edge', () => {
  expect(edgeSpeed(600, 100, 500)).toBe(edgeSpeed(500, 100, 500));
});

test('a list that is hardly higher than a row has a middle without scrolling', () => {
  expect(edgeSpeed(130, 100, 160)).toBe(0);
});
