import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { beforeAll, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');

let workflow: string;
let jobs: Record<string, string>;

beforeAll(async () => {
  workflow = await readFile(join(ROOT, '.github/workflows/ci.yml'), 'utf8');
  const [, body = ''] = workflow.split(/^jobs:\n/m);
  jobs = Object.fromEntries(
    [...body.matchAll(/^ {2}(?<name>[\w-]+):\n(?<job>(?: {4}.*\n|\n)+)/gm)].map(({ groups }) => [
      groups?.['name'] ?? '',
      groups?.['job'] ?? '',
    ]),
  );
});

test('pins each action to a commit, with the version in a comment', () => {
  const uses = workflow.split('\n').filter((line) => /^\s*(?:- )?uses:/.test(line));

  expect(uses.length).toBeGreaterThan(3);
  for (const line of uses) expect(line).toMatch(/uses: [\w-]+\/[\w-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/);
});

test('tests every push and pull request, with read permission only', () => {
  expect(workflow).toMatch(/^on:\n {2}push:\n {4}branches: \['\*\*'\]\n(?:.*\n)* {2}pull_request:\n/m);
  expect(workflow).toMatch(/^permissions: \{\}$/m);
  expect(permissionsOf('test')).toEqual(['contents: read']);
  expect(jobs['test']).toContain('- run: npm test\n');
  expect(jobs['test']).not.toMatch(/^ {4}if:/m);
});

test('deploys only main and tags, after the tests, without a stored key', () => {
  expect(permissionsOf('deploy')).toEqual(['contents: read', 'id-token: write']);
  expect(jobs['deploy']).toContain("github.event_name == 'push'");
  expect(jobs['deploy']).toContain('needs: test\n');
  expect(jobs['deploy']).toContain(
    "environment: ${{ github.ref == 'refs/heads/main' && 'dev' || 'prod' }}\n",
  );
  expect(workflow).not.toMatch(/secrets\.|credentials_json|aws-access-key/);
  expect(Object.keys(jobs)).toEqual(['test', 'deploy']);
});

function permissionsOf(job: string): readonly string[] {
  const [, block = ''] = /^ {4}permissions:\n(?<block>(?: {6}.*\n)+)/m.exec(jobs[job] ?? '') ?? [];
  return block
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}
