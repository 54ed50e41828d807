/**
 * Writes functions/package-lock.json from the root lock. The cloud installs that folder alone, and gets exactly the
 * versions that the tests used. With --check it only reports whether the file is current.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { readFlags } from '#tools/support/flags.ts';
import { workspaceLock } from './workspace-lock.ts';

const ROOT = join(import.meta.dirname, '../..');
const FILE = join(ROOT, 'functions/package-lock.json');

const flags = readFlags('npm run functions-lock -- [--check]    only reports whether the file is current', {
  check: { type: 'boolean', default: false },
});
const lock = workspaceLock(JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8')), 'functions');
const text = `${JSON.stringify(lock, null, 2)}\n`;
if (!flags.check) {
  await writeFile(FILE, text);
} else if ((await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  process.stderr.write(
    'functions/package-lock.json differs from package-lock.json. Run "npm run functions-lock".\n',
  );
  process.exitCode = 1;
}
