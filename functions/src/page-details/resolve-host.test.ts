import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { Refused } from '#functions/page-details/refused.ts';
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

test('a host has the IPv4 addresses of the name server, and its IPv6 ones where it has no other', async () => {
  const { resolve, asked } = await resolver();
  expect(await resolve('both.test')).toEqual([{ address: '203.0.113.7', family: 4 }]);
  expect(await resolve('six.test')).toEqual([{ address: '2001:db8::7', family: 6 }]);
  expect(asked).toEqual(['both.test A', 'six.test A', 'six.test AAAA']);
});

test('names whose server never answers delay no other name', async () => {
  const { resolve, asked } = await resolver({ timeoutMs: 3000 });
  let pending = 32;
  const silent = Array.from({ length: pending }, async (_, number) => {
    const error = await failureOf(resolve(`${number}.silent.test`));
    pending -= 1;
    return error;
  });
  await expect.poll(() => asked.length, { timeout: 10_000 }).toBe(32);
  expect(await resolve('both.test')).toHaveLength(1);
  expect(pending).toBe(32);
  const errors = await Promise.all(silent);
  expect(errors).toEqual(errors.map(() => expect.objectContaining({ code: 'ETIMEOUT' })));
});

test('a name server is asked as often as it is told, then it is worth another try later', async () => {
  const { resolve, asked } = await resolver({ tries: 2 });
  const error = await failureOf(resolve('silent.test'));
  expect(error).not.toBeInstanceOf(Refused);
  expect(asked).toEqual(['silent.test A', 'silent.test A']);
  expect(await failureOf(resolve('failing.test'))).not.toBeInstanceOf(Refused);
});

test.each(['unknown.test', 'nothing.test', `${'x'.repeat(64)}.test`, 'two..dots.test'])(
  'there will never be a host %s',
  async (name) => {
    const { resolve } = await resolver();
    expect(await failureOf(resolve(name))).toBeInstanceOf(Refused);
  },
);

test('the hosts file of the machine comes first', async () => {
  const { resolve, asked } = await resolver({
    hosts:
      '# both.test\n127.0.0.1\tlocalhost here.test # there.test\n::1 localhost six.test\nnonsense both.test\n',
  });
  expect(await resolve('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await resolve('here.test.')).toEqual([{ address: '127.0.0.1', family: 4 }]);
  expect(await resolve('six.test')).toEqual([{ address: '::1', family: 6 }]);
  expect(asked).toEqual([]);
  expect(await resolve('both.test')).toEqual([{ address: '203.0.113.7', family: 4 }]);
  expect(await failureOf(resolve('there.test'))).toBeInstanceOf(Refused);
});

test('a machine without a hosts file asks its name servers', async () => {
  const { server } = await resolver();
  const resolve = hostResolver({ servers: [server], hostsFile: '/nowhere/hosts', timeoutMs: 300, tries: 1 });
  expect(await resolve('both.test')).toHaveLength(1);
});
