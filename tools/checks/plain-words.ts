/**
 * `node tools/checks/plain-words.ts` counts words that hide who or what acts, in all tracked text: comments, test names, messages
 * and docs. It prints each place and fails above the budget.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT_ROOT } from '#tools/suite/places.ts';

import { commentWords, hidingWords } from './hiding-words.ts';

/** The budget may only be lowered. */
const BUDGET = 0;
/** Imported data, and the check itself, which lists the words. */
const NOT_OURS =
  /(?:^|\/)(?:package-lock\.json|LICENSE)$|^emulator-data\/|\/fixtures\/|^tools\/checks\/hiding-words/;
const TEXT = /\.(?:css|html|js|json|md|mjs|rules|ts|tsx|txt|ya?ml)$/;

const files = execFileSync('git', ['ls-files'], { cwd: PROJECT_ROOT, encoding: 'utf8' })
  .split('\n')
  .filter((file) => TEXT.test(file) && !NOT_OURS.test(file) && existsSync(join(PROJECT_ROOT, file)));
const places: string[] = [];
let words = 0;
for (const file of files) {
  const text = readFileSync(join(PROJECT_ROOT, file), 'utf8');
  words += commentWords(file, text);
  places.push(...hidingWords(text).map(({ line, word }) => `${file}:${line}: ${word}`));
}
for (const place of places) process.stderr.write(`${place}\n`);
const rate = ((1000 * places.length) / words).toFixed(2);
process.stdout.write(
  `${places.length} words hide who acts: ${rate} per 1,000 words of comments and docs. The budget is ${BUDGET}.\n`,
);
if (places.length > BUDGET) process.exitCode = 1;
