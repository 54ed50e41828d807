import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { workspaceLock, type Lock, type LockedPackage } from './workspace-lock.ts';

const ROOT = join(import.meta.dirname, '../..');

test('takes the versions of the root lock, and leaves out packages that the workspace does not need', () => {
  const lock = lockOf({
    functions: { dependencies: { a: '^1.0.0' } },
    'node_modules/a': { version: '1.2.0', integrity: 'sha512-a', dependencies: { b: '*' } },
    'node_modules/b': { version: '3.0.0' },
    'node_modules/react': { version: '19.0.0' },
  });

  expect(lock).toEqual({
    '': { dependencies: { a: '^1.0.0' } },
    'node_modules/a': { version: '1.2.0', integrity: 'sha512-a', dependencies: { b: '*' } },
    'node_modules/b': { version: '3.0.0' },
  });
});

test('with two versions of one package, each dependant finds its own', () => {
  const lock = lockOf({
    functions: { dependencies: { a: '*', b: '2' } },
    'functions/node_modules/b': { version: '2.0.0' },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '1' } },
    'node_modules/b': { version: '1.0.0' },
  });

  expect(lock['node_modules/b']?.version).toBe('2.0.0');
  expect(lock['node_modules/a/node_modules/b']?.version).toBe('1.0.0');
});

test('handles a dependency cycle', () => {
  const lock = lockOf({
    functions: { dependencies: { a: '*' } },
    'node_modules/a': { dependencies: { b: '*' } },
    'node_modules/b': { dependencies: { a: '*' } },
  });

  expect(Object.keys(lock)).toEqual(['', 'node_modules/a', 'node_modules/b']);
});

test('computes dev and optional flags for the workspace, independent of those in the root lock', () => {
  const lock = lockOf({
    functions: {
      dependencies: { a: '*' },
      devDependencies: { bundler: '*', both: '*' },
      peerDependencies: { contract: '*' },
      peerDependenciesMeta: { contract: { optional: true } },
    },
    'node_modules/a': { dev: true, optionalDependencies: { fast: '*', both: '*', absent: '*' } },
    'node_modules/fast': {},
    'node_modules/both': {},
    'node_modules/bundler': { optionalDependencies: { binding: '*' } },
    'node_modules/binding': {},
    'node_modules/contract': { link: true },
  });

  expect(lock).toMatchObject({
    'node_modules/a': {},
    'node_modules/binding': { dev: true, optional: true },
    'node_modules/both': { devOptional: true },
    'node_modules/bundler': { dev: true },
    'node_modules/fast': { optional: true },
  });
  expect(lock['node_modules/a']).not.toHaveProperty('dev');
  expect(lock).not.toHaveProperty('node_modules/contract');
});

test('a dependency that the root lock lacks is an error', () => {
  expect(() => lockOf({ functions: { dependencies: { a: '*' } } })).toThrow(
    'package-lock.json lacks a, which functions needs.',
  );
});

test("the functions' lock has no registry URLs, and includes the bindings of every platform", () => {
  const { packages }: Lock = JSON.parse(readFileSync(join(ROOT, 'functions/package-lock.json'), 'utf8'));

  expect(Object.entries(packages).filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  for (const { optionalDependencies = {} } of Object.values(packages)) {
    for (const name of Object.keys(optionalDependencies))
      expect(packages).toHaveProperty([`node_modules/${name}`]);
  }
});

function lockOf(packages: Record<string, LockedPackage>): Lock['packages'] {
  return workspaceLock({ packages }, 'functions').packages;
}
