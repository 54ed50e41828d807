import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { CONNECT_PATH, PROTOCOL_ENDPOINTS } from '@foldmark/contract/protocol-endpoints';
import { expect, onTestFinished, test } from 'vitest';

import { readFirebaseJson } from './firebase-json.ts';
import { headersFor, targetOf } from './firebase-tools.ts';
import { headerFaults, liveFaults, policySources, reservedFaults } from './hosting-headers.ts';

const POLICY = "default-src 'none'; script-src 'self'; base-uri 'none'; frame-ancestors 'none'";
const GOOD = {
  'Cache-Control': 'no-cache',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Strict-Transport-Security': 'max-age=63072000',
  'X-Content-Type-Options': 'nosniff',
};

test('complete headers have no fault', () => {
  expect(faults({})).toEqual([]);
});

test('each missing header is reported', () => {
  expect(headerFaults('page', new Headers())).toEqual([
    'content-security-policy is missing',
    'strict-transport-security is missing',
    'x-content-type-options is missing',
    'referrer-policy is missing',
    'cache-control is missing',
  ]);
});

test.each([
  [
    { 'Content-Security-Policy': `${POLICY}; object-src *` },
    "content-security-policy must say object-src 'none'",
  ],
  [
    { 'Content-Security-Policy': "default-src 'none'; base-uri 'none'" },
    "content-security-policy must say frame-ancestors 'none'",
  ],
  [
    { 'Content-Security-Policy': POLICY.replace("script-src 'self'", "script-src 'self' 'unsafe-inline'") },
    "content-security-policy allows scripts from 'unsafe-inline'",
  ],
  [{ 'Content-Security-Policy': "img-src 'self'" }, 'content-security-policy allows scripts from *'],
  [{ 'Strict-Transport-Security': 'max-age=300' }, 'strict-transport-security must last a year'],
  [{ 'Referrer-Policy': 'unsafe-url' }, 'referrer-policy must tell other sites the origin, and no more'],
  [{ 'Referrer-Policy': 'no-referrer' }, 'referrer-policy must tell other sites the origin, and no more'],
  [{ 'Cache-Control': 'max-age=3600' }, 'cache-control must be "no-cache"'],
])('reports %j', (headers, fault) => {
  expect(faults(headers)).toEqual([fault]);
});

test('a directive that a policy lacks falls back to default-src', () => {
  const sourcesOf = policySources(POLICY);

  expect(sourcesOf('script-src')).toEqual(["'self'"]);
  expect(sourcesOf('img-src')).toEqual(["'none'"]);
  expect(policySources('')('img-src')).toEqual(['*']);
});

test("our page can frame Hosting's own pages only if they have none of our headers", () => {
  expect(reservedFaults(new Headers({ 'Content-Security-Policy': "script-src 'self'" }))).toEqual([]);
  expect(reservedFaults(new Headers({ ...GOOD, 'X-Frame-Options': 'DENY' }))).toEqual([
    'must not have x-frame-options',
    "must not have a policy with frame-ancestors 'none'",
  ]);
});

test("the headers of firebase.json apply to every path except Hosting's own", async () => {
  const text = await readFile(join(import.meta.dirname, '../../firebase.json'), 'utf8');
  const { hosting } = readFirebaseJson(text);

  for (const path of ['/', '/folders/1', '/__local/emulators.json', '/.well-known/x', '/api/health/'])
    expect(headersFor(path, hosting.headers).get('X-Frame-Options')).toBe('DENY');
  for (const path of ['/__/auth/iframe', '/__/auth/handler', '/__/firebase/init.json'])
    expect([...headersFor(path, hosting.headers)]).toEqual([]);
});

test('Hosting sends the calls and the endpoints of OAuth to the API, and the paths of pages to the app', async () => {
  const text = await readFile(join(import.meta.dirname, '../../firebase.json'), 'utf8');
  const { hosting } = readFirebaseJson(text);

  for (const path of ['/api/health/', ...Object.keys(PROTOCOL_ENDPOINTS)]) {
    expect(targetOf(path, hosting.rewrites)).toBe('api');
    expect(headersFor(path, hosting.headers).get('Cache-Control')).toBe('no-store');
  }
  for (const path of ['/', CONNECT_PATH, '/folders/1'])
    expect(targetOf(path, hosting.rewrites)).toBe('/index.html');
  // A client that looks for another document must not read the app's page.
  for (const path of ['/.well-known/openid-configuration', '/assets/gone.js'])
    expect(targetOf(path, hosting.rewrites)).toBeUndefined();
});

test.each([
  ['correct', false, []],
  [
    'ours on the pages of Hosting',
    true,
    ["/__/auth/iframe: must not have a policy with frame-ancestors 'none'"],
  ],
])('checks the headers of a live deployment: %s', async (_what, onReserved, expected) => {
  const server = createServer((request, response) => {
    const isReserved = request.url?.startsWith('/__/') === true;
    response.writeHead(200, isReserved && !onReserved ? {} : GOOD).end();
  });
  onTestFinished(() => void server.close());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  expect(await liveFaults(`http://127.0.0.1:${address.port}`)).toEqual(expected);
});

function faults(change: Record<string, string>): string[] {
  return headerFaults('page', new Headers({ ...GOOD, ...change }));
}
