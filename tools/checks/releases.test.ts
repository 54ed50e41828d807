import { expect, test } from 'vitest';

import { newerThan } from './releases.ts';

const LISTED = ['1.9.9', '2.3.4', '2.3.10', '2.3.9', '2.10.0', '2.4.0', '3.0.0-rc.1', '10.0.0', '9.1.0'];

test('the newest patch, minor and major release are told apart by their numbers', () => {
  expect(newerThan('2.3.4', LISTED)).toEqual({ patch: '2.3.10', minor: '2.10.0', major: '10.0.0' });
});

test('there is nothing newer than the newest', () => {
  expect(newerThan('10.0.0', LISTED)).toEqual({ patch: null, minor: null, major: null });
});

test('a pre-release does not count, and its release is newer than it', () => {
  expect(newerThan('2.10.0', ['3.0.0-rc.1'])).toEqual({ patch: null, minor: null, major: null });
  expect(newerThan('2.10.0-beta', ['2.10.0'])).toMatchObject({ patch: '2.10.0' });
});
