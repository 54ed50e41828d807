import { describe, expect, test } from 'vitest';

import { NOTHING_SELECTED } from '#web/state/selection.ts';

import { rangeToggled, selectedOf, selectionOf, toggled } from './selection.ts';

const link = (key: number) => ({ kind: 'link', key }) as const;
const folder = (key: number) => ({ kind: 'folder', key }) as const;

/** Folder 3 and link 3 are different items. */
const SHOWN = { folders: [7, 3], links: [3, 1, 4, 15, 9] };

describe('a range', () => {
  test('selects from the anchor to the row, in either direction', () => {
    const down = rangeToggled(toggled(NOTHING_SELECTED, link(1)), link(15), SHOWN);
    expect(selectedOf(SHOWN, down)).toEqual({ folders: [], links: [1, 4, 15] });
    const up = rangeToggled(toggled(NOTHING_SELECTED, link(15)), link(3), SHOWN);
    expect(selectedOf(SHOWN, up)).toEqual({ folders: [], links: [3, 1, 4, 15] });
  });

  test('spans folders and links, in either direction', () => {
    const down = rangeToggled(toggled(NOTHING_SELECTED, folder(3)), link(1), SHOWN);
    expect(selectedOf(SHOWN, down)).toEqual({ folders: [3], links: [3, 1] });
    const up = rangeToggled(toggled(NOTHING_SELECTED, link(3)), folder(7), SHOWN);
    expect(selectedOf(SHOWN, up)).toEqual({ folders: [7, 3], links: [3] });
    const foldersOnly = rangeToggled(toggled(NOTHING_SELECTED, folder(7)), folder(3), SHOWN);
    expect(selectedOf(SHOWN, foldersOnly)).toEqual({ folders: [7, 3], links: [] });
  });

  test('from a deselected anchor deselects', () => {
    const all = selectionOf(SHOWN);
    const links = rangeToggled(toggled(all, link(1)), link(15), SHOWN);
    expect(selectedOf(SHOWN, links)).toEqual({ folders: [7, 3], links: [3, 9] });
    const both = rangeToggled(toggled(all, folder(3)), link(3), SHOWN);
    expect(selectedOf(SHOWN, both)).toEqual({ folders: [7], links: [1, 4, 15, 9] });
  });

  test('without a visible anchor toggles only one row', () => {
    const one = { folders: [], links: [4] };
    expect(selectedOf(SHOWN, rangeToggled(NOTHING_SELECTED, link(4), SHOWN))).toEqual(one);
    const hiddenAnchor = toggled(NOTHING_SELECTED, link(77));
    expect(selectedOf(SHOWN, rangeToggled(hiddenAnchor, link(4), SHOWN))).toEqual(one);
  });
});

test('rows that are not shown do not count as selected', () => {
  const selection = toggled(toggled(NOTHING_SELECTED, link(1)), folder(2));
  expect(selectedOf({ folders: [], links: [1] }, selection)).toEqual({ folders: [], links: [1] });
});

test('a folder and a link with the same key are selected separately', () => {
  expect(selectedOf(SHOWN, toggled(NOTHING_SELECTED, folder(3)))).toEqual({ folders: [3], links: [] });
  expect(selectedOf(SHOWN, toggled(NOTHING_SELECTED, link(3)))).toEqual({ folders: [], links: [3] });
});

test('toggling twice selects nothing', () => {
  const twice = toggled(toggled(NOTHING_SELECTED, folder(1)), folder(1));
  expect(selectedOf({ folders: [1], links: [1] }, twice)).toEqual({ folders: [], links: [] });
});
