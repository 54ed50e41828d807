import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { UnreadablePage } from '#functions/page-details/unreadable-page.ts';
import { hostResolver } from '#functions/page-details/resolve-host.ts';
import { type NameRecord, serveNames } from '#functions/testing/name-server.ts';

const IPV4 = Uint8Array.of(203, 0, 113, 7);
const IPV6 = Uint8Array.of(0x20, 1, 0xd, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7);
const NAMES: Readonly<Record<string, NameRecord>> = {
  'both.test': { a: IPV4, aaaa: IPV6 },
  'six.test': { aaaa: IPV6 },
  'nothing.test': {},
  'failing.test': 'failing',
};

async function resolver({ hosts = '', tries = 1, timeoutMs = 300 } = {}) {
  const names = await serveNames((name) => (name.endsWith('silent.test') ? 'silent' : NAMES[name]));
  const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
  onTestFinished(async () => rm(folder, { recursive: true }));
  const hostsFile = join(folder, 'hosts');
  await writeFile(hostsFile, hosts);
  const resolve = hostResolver({ servers: [names.server], hostsFile, timeoutMs, tries });
  return { ...names, resolve };
}

async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'none',
    (error: unknown) => error,
  );
}

test('the resolver returns the IPv4 addresses of a host, or its IPv6 addresses if it has no other', async () => {
  const { resolve, queries } = await resolver();
  expect(await resolve('both.test')).toEqual([{ address: '203.0.113.7', family: 4 }]);
  expect(await resolve('six.test')).toEqual([{ address: '2001:db8::7', family: 6 }]);
  expect(queries).toEqual(['both.test A', 'six.test A', 'six.test AAAA']);
});

test('silent name servers do not delay other look-ups', async () => {
  const { resolve, queries } = await resolver({ timeoutMs: 3000 });
  let pending = 32;
  const silent = Array.from({ length: pending }, async (_, number) => {
    const error = await failureOf(resolve(`${number}.silent.test`));
    pending -= 1;
    return error;
  });
  await expect.poll(() => queries.length, { timeout: 10_000 }).toBe(32);
  expect(await resolve('both.test')).toHaveLength(1);
  expect(pending).toBe(32);
  const errors = await Promise.all(silent);
  expect(errors).toEqual(errors.map(() => expect.objectContaining({ code: 'ETIMEOUT' })));
});

test('the resolver queries a name server `tries` times, then fails temporarily', async () => {
  const { resolve, queries } = await resolver({ tries: 2 });
  const error = await failureOf(resolve('silent.test'));
  expect(error).not.toBeInstanceOf(UnreadablePage);
  expect(queries).toEqual(['silent.test A', 'silent.test A']);
  expect(await failureOf(resolve('failing.test'))).not.toBeInstanceOf(UnreadablePage);
});

test.each(['unknown.test', 'nothing.test', `${'x'.repeat(64)}.test`, 'two..dots.test'])(
  'the resolver fails permanently for %s',
  async (name) => {
    const { resolve } = await resolver();
    expect(await failureOf(resolve(name))).toBeInstanceOf(UnreadablePage);
  },
);

test('the resolver prefers the hosts file', async () => {
  const { resolve, queries } = await resolver({
    hosts:
      '# both.test\n127.0.0.1\tlocalhost here.test # there.test\n::1 localhost six.test\nnonsense both.test\n',
  });
  expect(await resolve('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await resolve('here.test.')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await resolve('six.test')).toEqual([{ address: '::1', family: 6 }]);
  expect(queries).toEqual([]);
  expect(await resolve('both.test')).toEqual([{ address: '203.0.113.7', family: 4 }]);
  expect(await failureOf(resolve('there.test'))).toBeInstanceOf(UnreadablePage);
});

test('the resolver queries the name servers if there is no hosts file', async () => {
  const { server } = await resolver();
  const resolve = hostResolver({ servers: [server], hostsFile: '/nowhere/hosts', timeoutMs: 300, tries: 1 });
  expect(await resolve('both.test')).toHaveLength(1);
});
