import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';
import { build } from 'vite';

import { noticesOf, packageOf, thirdPartyNotices } from './third-party-notices.ts';

const LOCAL = join(import.meta.dirname, '../../.local');

const NOTICE = { name: 'a', version: '1.0.0', license: 'MIT', author: '', text: 'Copyright A' };

test('the file lists the packages in the page and its worker, without tree-shaken ones', async () => {
  const text = await noticesOfBuild({
    'main.ts': `
      import { clsx } from 'clsx';
      import { __rest } from 'tslib';
      export const unused = () => __rest({}, []);
      document.title = clsx('a');
      new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });`,
    'worker.ts': `import invariant from 'invariant'; invariant(self.name, 'no name');`,
  });

  expect(text).toMatch(/^clsx \d+\.\d+\.\d+ \(MIT\)/m);
  expect(text).toContain('Luke Edwards');
  expect(text).toMatch(/^invariant \d/m);
  expect(text).not.toMatch(/^tslib /m);
}, 60_000);

test('packages with the same text share it, sorted by name', () => {
  const notices = [{ ...NOTICE, name: 'c' }, { ...NOTICE, name: 'b', text: 'Copyright B' }, NOTICE];

  const text = noticesOf(notices);
  expect(text.match(/Copyright A/g)).toHaveLength(1);
  expect(text).toMatch(/a 1\.0\.0 \(MIT\)\nc 1\.0\.0 \(MIT\)\n\nCopyright A/);
  expect(text).toBe(noticesOf(notices.toReversed()));
});

test("a package without a text gets its license's common text, and the build fails if there is none", () => {
  const apache = {
    ...NOTICE,
    name: 'b',
    license: 'Apache-2.0',
    text: 'TERMS ... END OF TERMS AND CONDITIONS',
  };
  const bare = { ...NOTICE, name: 'c', license: 'Apache-2.0', text: '' };

  expect(noticesOf([apache, bare])).toMatch(/b 1\.0\.0 .*\nc 1\.0\.0 .*\n\nTERMS/);
  expect(() => noticesOf([NOTICE, { ...NOTICE, name: 'c', text: '' }])).toThrow('c ships no license text');
});

test.each([
  ['/p/node_modules/idb/build/index.js', '/p/node_modules/idb'],
  ['/p/node_modules/@a/b/index.js?worker', '/p/node_modules/@a/b'],
  ['/p/node_modules/a/node_modules/b/x.js', '/p/node_modules/a/node_modules/b'],
  ['/p/web/src/main.tsx', null],
])('the package of %s is %s', (id, root) => {
  expect(packageOf(id)).toBe(root);
});

async function noticesOfBuild(sources: Readonly<Record<string, string>>): Promise<string> {
  await mkdir(LOCAL, { recursive: true });
  const root = await mkdtemp(join(LOCAL, 'test-notices-'));
  onTestFinished(async () => rm(root, { recursive: true }));
  for (const [file, text] of Object.entries(sources)) await writeFile(join(root, file), text);
  const notices = thirdPartyNotices(join(root, 'dist'));
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [notices],
    worker: { plugins: () => [notices] },
    build: { outDir: 'dist', rolldownOptions: { input: join(root, 'main.ts') } },
  });
  return readFile(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
}
