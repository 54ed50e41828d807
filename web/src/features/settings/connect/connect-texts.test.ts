import { expect, test } from 'vitest';

import { allowedScopes, choicesFor, destination, headline, isOpenable, userCodeIn } from './connect-texts.ts';

test('a code from a device is read in any case, with blanks, and with or without a dash', () => {
  const codes = ['WDJB-MJHT', 'wdjbmjht', ' wdjb mjht ', 'wdjb–mjht', 'W D J B M J H T'];
  expect(codes.map(userCodeIn)).toEqual(codes.map(() => 'WDJB-MJHT'));
  const others = ['', 'WDJB-MJH', 'WDJB-MJHTX', 'WDJB-MJH7', 'WDJB_MJHT', 'ÄDJB-MJHT'];
  expect(others.filter((typed) => userCodeIn(typed) !== null)).toEqual([]);
});

test('the largest text is the host of an app, and not the name that the app gives itself', () => {
  expect(headline({ host: 'example.com' })).toBe('example.com');
  expect(headline({ host: '127.0.0.1' })).toBe('A program on this computer');
  expect(headline({ host: '127.evil.example' })).toBe('127.evil.example');
  expect(headline({ host: 'Foldmark extension' })).toBe('Foldmark extension');
  expect(headline({ host: '' })).toBe('A device that shows your code');
});

test('the page says where the browser goes back to', () => {
  expect(destination({ sent_to: 'example.com', is_on_device: false })).toBe('example.com');
  const extension = 'abcdefghijklmnop.chromiumapp.org';
  expect(destination({ sent_to: extension, is_on_device: false })).toBe('the extension in this browser');
  expect(destination({ sent_to: `${extension}.evil.example`, is_on_device: false })).toContain(
    'evil.example',
  );
  expect(destination({ sent_to: '[::1]', is_on_device: true })).toBe('a program on this computer');
  expect(destination({ sent_to: 'com.example.app', is_on_device: true })).toBe('the app com.example.app');
  expect(destination({ sent_to: '', is_on_device: true })).toBe('your device');
});

test('a person can allow what an app asked for, or less', () => {
  expect(choicesFor(['read']).map(({ scope }) => scope)).toEqual(['read']);
  expect(choicesFor(['write']).map(({ scope }) => scope)).toEqual(['read', 'write']);
  expect(choicesFor(['read', 'suggest']).map(({ scope }) => scope)).toEqual(['read', 'suggest']);
  expect(allowedScopes(['read', 'write'], 'write')).toEqual(['read', 'write']);
  expect(allowedScopes(['read', 'write'], 'read')).toEqual(['read']);
  expect(allowedScopes(['write'], 'read')).toEqual(['read']);
});

test('the browser goes to addresses of sites and apps, but runs and reads nothing', () => {
  const openable = ['https://example.com/cb?code=1', 'http://127.0.0.1:1234/cb', 'com.example.app:/cb'];
  expect(openable.filter(isOpenable)).toEqual(openable);
  const others = ['javascript:alert(1)', ' java\nscript:alert(1)', 'DATA:text/html,x', 'file:///etc/x', ''];
  expect(others.filter(isOpenable)).toEqual([]);
});
