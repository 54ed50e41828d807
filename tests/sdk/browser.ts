/**
 * `npm run sdk-in-browser -- CHECKOUT [--server HOST:PORT] [--grep WORDS]` runs the integration tests of a checkout of
 * firebase-js-sdk in Chromium, with and without IndexedDB, on our Firestore or on the server at that address.
 */
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { parseArgs, promisify } from 'node:util';

import { start } from '@foldmark/firestore-emulator/src/index.ts';
import { PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { openBrowser } from '@foldmark/tools/support/browsers';

import { bundleTests } from '#tests/sdk/bundle.ts';

/** The versions of the SDK's package.json. */
const TOOLS = ['mocha@11.8.0', 'chai@4.5.0', 'chai-as-promised@7.1.2'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { server: { type: 'string' }, grep: { type: 'string', default: '' } },
});
const [checkout] = positionals;
if (checkout === undefined) throw new TypeError('Name a checkout of firebase-js-sdk.');
const modules = await installTools();
const ours = values.server === undefined ? await start() : null;
const address = values.server ?? `127.0.0.1:${ours?.port ?? 0}`;
const failures = await runInBrowser(
  await readFile(join(modules, 'mocha/mocha.js'), 'utf8'),
  await bundleTests({ checkout: resolve(checkout), modules, address }),
);
await ours?.stop();
process.exit(failures === 0 ? 0 : 1);

async function installTools(): Promise<string> {
  const home = join(PROJECT_ROOT, '.local/sdk-tools');
  const installed = join(home, 'node_modules');
  if (existsSync(join(installed, 'mocha/mocha.js'))) return installed;
  await mkdir(home, { recursive: true });
  await writeFile(join(home, 'package.json'), '{ "private": true }');
  await promisify(execFile)('npm', ['install', '--no-save', '--no-audit', '--no-fund', ...TOOLS], {
    cwd: home,
  });
  return installed;
}

/** Prints the failures, and returns their number. That no test passed is one. */
async function runInBrowser(mocha: string, tests: string): Promise<number> {
  const browser = await openBrowser();
  const page = await browser.newPage();
  const counts = { pass: 0, fail: 0, pending: 0 };
  page.on('pageerror', ({ message }) => {
    // Some tests cause errors that nothing catches.
    if (counts.pass === 0) console.log(`The page failed: ${message}`);
  });
  // Chromium lets only pages of this machine connect to it without a question.
  const web = createServer((_, response) => response.end('<!doctype html>')).listen(0, '127.0.0.1');
  await once(web, 'listening');
  const own = web.address();
  await page.goto(`http://127.0.0.1:${own === null || typeof own === 'string' ? 0 : own.port}/`);
  const ended = new Promise<void>((done) => {
    void page.exposeFunction('report', (kind: keyof typeof counts | 'end', title: string, error: string) => {
      if (kind === 'end') done();
      else counts[kind] += 1;
      if (kind === 'fail') console.log(`✗ ${title}\n  ${error}`);
    });
  });
  await page.addScriptTag({ content: `globalThis.process = { env: {} };\n${mocha}` });
  // The SDK also allows 20 s for a test, and three retries, which would hide a failure.
  await page.evaluate(`mocha.setup({ ui: 'bdd', timeout: 20_000, reporter: function (runner) {
    for (const kind of ['pass', 'fail', 'pending'])
      runner.on(kind, (test, error) => report(kind, test.fullTitle(), String(error?.message ?? error)));
    runner.on('end', () => report('end', '', ''));
  } });
  mocha.grep(${JSON.stringify(values.grep)});`);
  await page.addScriptTag({ content: tests });
  await page.evaluate('void mocha.run()');
  await ended;
  await browser.close();
  web.close();
  console.log(`${counts.pass} passed, ${counts.fail} failed, ${counts.pending} skipped by the SDK`);
  return counts.pass === 0 ? Math.max(1, counts.fail) : counts.fail;
}
