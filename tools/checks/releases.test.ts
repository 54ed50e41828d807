import { expect, test } from 'vitest';

import { newerThan } from './releases.ts';

const LISTED = ['1.9.9', '2.3.4', '2.3.10', '2.3.9', '2.10.0', '2.4.0', '3.0.0-rc.1', '10.0.0', '9.1.0'];

test('finds the newest patch, minor and major release', () => {
  expect(newerThan('2.3.4', LISTED)).toEqual({ patch: '2.3.10', minor: '2.10.0', major: '10.0.0' });
});

test('finds nothing newer than the newest release', () => {
  expect(newerThan('10.0.0', LISTED)).toEqual({ patch: null, minor: null, major: null });
});

test('ignores pre-releases, and finds the release after a pinned pre-release', () => {
  expect(newerThan('2.10.0', ['3.0.0-rc.1'])).toEqual({ patch: null, minor: null, major: null });
  expect(newerThan('2.10.0-beta', ['2.10.0'])).toMatchObject({ patch: '2.10.0' });
});
