import { expect, test } from 'vitest';

import { noticeOfMissing } from './browsers.ts';

test('a missing browser skips its tests on a developer machine, and fails in CI', () => {
  expect(noticeOfMissing([], true)).toBe('');
  expect(noticeOfMissing(['firefox-esr', 'xvfb'], false)).toContain('apt-get install firefox-esr xvfb');
  expect(() => noticeOfMissing(['firefox-esr'], true)).toThrow('CI must not skip their tests');
});
