import { describe, expect, test } from 'vitest';

import { NOTHING_SELECTED, rangeToggled, selectedOf, toggled } from './selection.ts';

const SHOWN = [3, 1, 4, 15, 9];

describe('a range', () => {
  test('selects from the one before to this one, in either direction', () => {
    const down = rangeToggled(toggled(NOTHING_SELECTED, 1), 15, SHOWN);
    expect(selectedOf(SHOWN, down)).toEqual([1, 4, 15]);
    const up = rangeToggled(toggled(NOTHING_SELECTED, 15), 3, SHOWN);
    expect(selectedOf(SHOWN, up)).toEqual([3, 1, 4, 15]);
  });

  test('that begins with one taken out takes out', () => {
    const all = { keys: new Set(SHOWN), anchor: null };
    expect(selectedOf(SHOWN, rangeToggled(toggled(all, 1), 15, SHOWN))).toEqual([3, 9]);
  });

  test('without a beginning that is shown is one', () => {
    expect(selectedOf(SHOWN, rangeToggled(NOTHING_SELECTED, 4, SHOWN))).toEqual([4]);
    const gone = toggled(NOTHING_SELECTED, 77);
    expect(selectedOf(SHOWN, rangeToggled(gone, 4, SHOWN))).toEqual([4]);
  });
});

test('what is not shown does not count as selected', () => {
  expect(selectedOf([1], toggled(toggled(NOTHING_SELECTED, 1), 2))).toEqual([1]);
});

test('toggling twice selects nothing', () => {
  expect(toggled(toggled(NOTHING_SELECTED, 1), 1).keys.size).toBe(0);
});
