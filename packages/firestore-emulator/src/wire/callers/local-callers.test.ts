import { describe, expect, test } from 'vitest';

import { callerCheck, callersIn } from '#firestore/wire/callers/local-callers.ts';

const PAGE = 'http://localhost:5080';

describe('a server on loopback', () => {
  const check = callerCheck({ host: '127.0.0.1' });

  test.each([
    '127.0.0.1:8080',
    '127.0.0.1',
    '127.1.2.3:80',
    'localhost:8080',
    'LocalHost.:8080',
    'foldmark-local.localhost:9566',
    '[::1]:8080',
    undefined,
  ])('accepts the host %s, from programs and from pages of this machine', (host) => {
    expect(check(host, undefined)).toBeNull();
    expect(check(host, PAGE)).toBeNull();
  });

  test.each([
    'evil.example',
    'evil.example:8080',
    'localhost.evil.example',
    '127.0.0.1.evil.example:8080',
    'localhost@evil.example',
    'evil.example/localhost',
    'evil.example\\@localhost',
    '10.0.0.1:8080',
    '0.0.0.0:8080',
    '[::ffff:7f00:1]:8080',
    '',
    ':8080',
    'a b',
  ])('rejects the host %j', (host) => {
    expect(check(host, undefined)).toMatch(/is no name of this machine.+--allow-host/u);
  });

  test.each([
    'http://localhost',
    'https://localhost:8443',
    'http://127.0.0.1:5173',
    'http://[::1]:5173',
    'http://app.localhost:3000',
    'capacitor://localhost',
  ])('accepts the origin %s', (origin) => {
    expect(check('127.0.0.1:8080', origin)).toBeNull();
  });

  test.each([
    'https://evil.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://evil.example:8080',
    'http://10.0.0.1',
    'null',
    'file://',
    '',
  ])('rejects the origin %j', (origin) => {
    expect(check('127.0.0.1:8080', origin)).toMatch(/may not call this server.+--allow-origin/u);
  });

  test('escapes line breaks in the rejected host, and shortens it', () => {
    expect(check('evil\r\nfine', undefined)).not.toContain('\n');
    expect(check('x'.repeat(10_000), undefined)?.length).toBeLessThan(250);
  });
});

test('a server accepts the name that it listens on, and pages of that name', () => {
  const check = callerCheck({ host: 'devbox.lan' });
  expect(check('devbox.lan:8080', 'http://devbox.lan:5080')).toBeNull();
  expect(check('other.lan:8080', undefined)).not.toBeNull();
  expect(callerCheck({ host: 'fd00::7' })('[fd00::7]:8080', undefined)).toBeNull();
});

test.each(['0.0.0.0', '::'])('a server that listens on %s accepts every address, but no name', (host) => {
  const check = callerCheck({ host });
  expect(check('192.168.1.5:8080', undefined)).toBeNull();
  expect(check('[fd00::7]:8080', 'http://[fd00::7]:5080')).toBeNull();
  expect(check('192.168.1.5:8080', 'http://192.168.1.5:5080')).toBeNull();
  expect(check('192.168.1.5:8080', 'http://192.168.1.6:5080')).not.toBeNull();
  expect(check('evil.example:8080', undefined)).not.toBeNull();
  expect(check('evil.example:8080', 'http://evil.example:8080')).not.toBeNull();
});

test('allowed names and origins are accepted', () => {
  const check = callerCheck({
    host: '0.0.0.0',
    allowHosts: ['Firestore'],
    allowOrigins: ['https://dev.example.com'],
  });
  expect(check('firestore:8080', undefined)).toBeNull();
  expect(check('firestore:8080', 'http://firestore:5080')).toBeNull();
  expect(check('localhost:8080', 'https://dev.example.com')).toBeNull();
  expect(check('localhost:8080', 'http://dev.example.com')).not.toBeNull();
});

test.each([
  { 'allow-host': ['http://x'] },
  { 'allow-host': ['x:80'] },
  { 'allow-host': [''] },
  { 'allow-origin': ['dev.example.com'] },
  { 'allow-origin': ['https://dev.example.com/'] },
])('the options %j are rejected with a reason', (values) => {
  expect(() => callersIn({ host: '127.0.0.1', ...values })).toThrow(/^--allow-(?:host|origin) /u);
});
