/**
 * `npm run outdated` lists newer releases of the pinned packages. `npm run check` does not include it, because it asks the
 * registry. Exits with code 1 if a patch is due: a newer patch of a package, or a newer release of our Node. Other releases are
 * only listed.
 */
import { execFile } from 'node:child_process';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { readFlags } from '#tools/support/flags.ts';
import { newerThan, type Newer } from './releases.ts';

const ROOT = join(import.meta.dirname, '../..');
const AT_A_TIME = 4;
/** For Node, a minor release counts as a patch too. */
const RUNTIME = 'node';

readFlags('npm run outdated    lists newer releases of the pinned packages', {});
const pins = await pinned();
const rows: { name: string; version: string; newer: Newer }[] = [];
const waiting = [...pins];
await Promise.all(Array.from({ length: AT_A_TIME }, work));

const due = rows.filter(
  ({ name, newer }) => newer.patch !== null || (name === RUNTIME && newer.minor !== null),
);
for (const { name, version, newer } of rows.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
  const news = Object.entries(newer).flatMap(([kind, release]) =>
    release === null ? [] : `${kind} ${release}`,
  );
  if (news.length > 0) process.stdout.write(`${name} ${version}: ${news.join(', ')}\n`);
}
process.stdout.write(
  due.length === 0 ? 'No patch is due.\n' : `Due: ${due.map(({ name }) => name).join(', ')}\n`,
);
process.exitCode = due.length === 0 ? 0 : 1;

async function work(): Promise<void> {
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [name, version] = next;
    const { stdout } = await promisify(execFile)('npm', ['view', name, 'versions', '--json'], {
      cwd: ROOT,
      maxBuffer: 1 << 26,
    });
    const listed: string | string[] = JSON.parse(stdout);
    rows.push({ name, version, newer: newerThan(version, [listed].flat()) });
  }
}

/** The packages of all workspaces, with their pinned versions. */
async function pinned(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const file of glob(['package.json', '*/package.json', 'packages/*/package.json'], {
    cwd: ROOT,
    exclude: ['**/node_modules'],
  })) {
    const manifest: Partial<
      Record<'dependencies' | 'devDependencies' | 'overrides', Record<string, string>>
    > = JSON.parse(await readFile(join(ROOT, file), 'utf8'));
    const { dependencies, devDependencies, overrides } = manifest;
    for (const [name, version] of Object.entries({ ...dependencies, ...devDependencies, ...overrides })) {
      if (!name.startsWith('@foldmark/')) found.set(name, version);
    }
  }
  return found;
}
