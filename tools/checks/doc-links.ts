/**
 * Reports names in the project's Markdown that do not exist: link targets, files, npm scripts, and stages of `npm test`. Also
 * reports decision records and changelogs that do not follow their form.
 */
import { existsSync } from 'node:fs';
import { glob, readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';

import { changelogProblems } from './changelog-form.ts';
import { decisionProblems } from './decision-form.ts';
import { unknownNames, type Known } from './doc-names.ts';
import { STAGES } from '#tools/support/stages.ts';

const ROOT = join(import.meta.dirname, '../..');
const LINK = /\]\((?!https?:|mailto:)(?<target>[^)\s]+)\)/g;

/** Entries of the changelog may name files that no longer exist. */
const HISTORY = 'CHANGELOG.md';
const DECISIONS = 'docs/decisions/';
/** Each of these pages shows the whole on a few screens, so their length is limited. */
const MAX_LINES: Readonly<Record<string, number>> = { 'docs/architecture.md': 200, 'docs/glossary.md': 100 };
const NO_SOURCES = ['**/node_modules', '.local', '.git', '**/dist', '**/lib'];

const known = await knownNames();
const dead: string[] = [];
for await (const file of glob('**/*.md', { cwd: ROOT, exclude: NO_SOURCES })) {
  const text = await readFile(join(ROOT, file), 'utf8');
  for (const { groups } of text.matchAll(LINK)) {
    const target = groups?.['target'] ?? '';
    if (!(await leadsSomewhere(join(ROOT, file), target))) dead.push(`${file}: ${target}`);
  }
  const lines = text.trimEnd().split('\n').length;
  if (lines > (MAX_LINES[file] ?? Infinity))
    dead.push(`${file}: it has ${lines} lines, more than ${MAX_LINES[file]}`);
  if (file.startsWith(DECISIONS)) {
    dead.push(...decisionProblems(text).map((problem) => `${file}: ${problem}`));
  }
  if (basename(file) === HISTORY) {
    const version = await versionOf(dirname(join(ROOT, file)));
    dead.push(...changelogProblems(text, version).map((problem) => `${file}: ${problem}`));
  }
  if (file !== HISTORY) dead.push(...unknownNames(text, known).map((name) => `${file}: ${name}`));
}
dead.push(...(await wrongStages()));
if (dead.length > 0) {
  process.stderr.write(`The docs name what does not exist, or have another form:\n${dead.join('\n')}\n`);
  process.exitCode = 1;
}

async function knownNames(): Promise<Known> {
  const files: string[] = [];
  for await (const entry of glob(['**/*', '**/.*', '**/.*/**/*'], {
    cwd: ROOT,
    exclude: NO_SOURCES,
    withFileTypes: true,
  })) {
    if (entry.isFile()) files.push(relative(ROOT, join(entry.parentPath, entry.name)));
  }
  return { files, scripts: new Set(Object.keys(await packageScripts())) };
}

/** Each stage of `npm test` needs an npm script (except `check`, which has another name) and a mention in the docs. */
async function wrongStages(): Promise<string[]> {
  const scripts = Object.entries(await packageScripts()).filter(([, command]) =>
    command.startsWith('npm test -- '),
  );
  const stages = STAGES.slice(1).map((stage) => `test:${stage}=npm test -- ${stage}`);
  const problems =
    scripts.map(([name, command]) => `${name}=${command}`).join() === stages.join()
      ? []
      : [`package.json: its test:... scripts are not the stages ${stages.join(', ')}`];
  const architecture = await readFile(join(ROOT, 'docs/architecture.md'), 'utf8');
  const tests = architecture.split(/^## /m).find((section) => section.startsWith('Tests\n')) ?? '';
  const documented = [...tests.matchAll(/\*\*(?<stage>\w+)\*\*/g)].map(({ groups }) => groups?.['stage']);
  if (documented.join() !== STAGES.join())
    problems.push(`docs/architecture.md: the stages are ${STAGES.join(', ')}`);
  return problems;
}

async function packageScripts(): Promise<Readonly<Record<string, string>>> {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(
    await readFile(join(ROOT, 'package.json'), 'utf8'),
  );
  return scripts;
}

async function versionOf(folder: string): Promise<string> {
  const { version }: { version: string } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
  return version;
}

async function leadsSomewhere(from: string, target: string): Promise<boolean> {
  const [path = '', heading] = target.split('#');
  const file = path === '' ? from : join(dirname(from), decodeURIComponent(path));
  if (relative(ROOT, file).startsWith('..') || !existsSync(file)) return false;
  if (heading === undefined || !file.endsWith('.md')) return true;
  return headingsOf(await readFile(file, 'utf8')).has(heading);
}

/** The anchors of a page's headings, as GitHub generates them. */
function headingsOf(text: string): ReadonlySet<string> {
  const headings = [...text.matchAll(/^#{1,6} (?<heading>.+)$/gm)].map(
    ({ groups }) => groups?.['heading'] ?? '',
  );
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replaceAll(/[^\p{Letter}\p{Number} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
