import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test } from 'vitest';

import { accountGuards } from './account-guards.ts';
import { cloudCliWith } from './cloud-cli.ts';
import { runAll } from './check.ts';
import { DEV } from './testing/sample-environment.ts';

const BLOCK = {
  BlockPublicAcls: true,
  IgnorePublicAcls: true,
  BlockPublicPolicy: false,
  RestrictPublicBuckets: false,
};
/** The first words of each command, with its output for an account that has every safeguard. */
const GUARDED = {
  'gcloud firestore databases describe --database=(default) --project=marks-dev': {
    pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED',
    deleteProtectionState: 'DELETE_PROTECTION_ENABLED',
  },
  'gcloud firestore backups schedules list --database=(default) --project=marks-dev': [
    { dailyRecurrence: {} },
  ],
  'gcloud projects describe marks-dev --project=marks-dev': { projectNumber: '42' },
  'gcloud billing projects describe marks-dev --project=marks-dev': {
    billingAccountName: 'billingAccounts/0A-1B',
  },
  'gcloud billing budgets list --billing-account=0A-1B --project=marks-dev': [
    { budgetFilter: { projects: ['projects/42'] }, thresholdRules: [{ thresholdPercent: 0.5 }] },
  ],
  'aws budgets describe-budgets --account-id=123456789012': { Budgets: [{ BudgetType: 'COST' }] },
  'aws s3control get-public-access-block --account-id=123456789012': {
    PublicAccessBlockConfiguration: BLOCK,
  },
};
const [DATABASE, BACKUPS, , BILLING, BUDGETS, AWS_BUDGETS, PUBLIC_ACCESS] = Object.keys(GUARDED);

test('passes an account that has every safeguard', async () => {
  expect(await guard({})).toMatchObject({ passed: 5, failed: 0, skipped: 0 });
});

test.each([
  ['no recovery', DATABASE, { deleteProtectionState: 'DELETE_PROTECTION_ENABLED' }, 'point-in-time recovery'],
  [
    'no protection',
    DATABASE,
    { pointInTimeRecoveryEnablement: 'POINT_IN_TIME_RECOVERY_ENABLED' },
    'delete protection',
  ],
  ['no backup', BACKUPS, [], 'no daily backup'],
  ['weekly backups alone', BACKUPS, [{ weeklyRecurrence: { day: 'MONDAY' } }], 'no daily backup'],
  ['no billing', BILLING, {}, 'No billing account'],
  ['no budget', BUDGETS, [], 'The project has no budget alert'],
  [
    "another project's budget",
    BUDGETS,
    [{ budgetFilter: { projects: ['projects/7'] }, thresholdRules: [{}] }],
    'The project has no budget alert',
  ],
  ['a budget without an alert', BUDGETS, [{ budgetFilter: {} }], 'The project has no budget alert'],
  ['no budget at AWS', AWS_BUDGETS, {}, 'The account has no budget alert'],
  [
    'public ACLs',
    PUBLIC_ACCESS,
    { PublicAccessBlockConfiguration: { ...BLOCK, IgnorePublicAcls: false } },
    'An ACL could make objects public',
  ],
  [
    'no images',
    PUBLIC_ACCESS,
    { PublicAccessBlockConfiguration: { ...BLOCK, RestrictPublicBuckets: true } },
    'with them every image',
  ],
])('%s is reported', async (_what, command, answer, message) => {
  const { failed, lines } = await guard({ [command ?? '']: answer });

  expect(failed).toBe(1);
  expect(lines.join('\n')).toContain(message);
});

test('a budget for all projects of the account counts', async () => {
  expect(await guard({ [BUDGETS ?? '']: [{ thresholdRules: [{}] }] })).toMatchObject({ failed: 0 });
});

test('an account without a public access block does not block ACLs', async () => {
  const { failed, lines } = await guard({ [PUBLIC_ACCESS ?? '']: 'NoSuchPublicAccessBlockConfiguration' });

  expect(failed).toBe(1);
  expect(lines.join('\n')).toContain('An ACL could make objects public');
});

test('a check without permission is skipped, and reports why', async () => {
  const { skipped, lines } = await guard({ [BUDGETS ?? '']: 'PERMISSION_DENIED: billing.budgets.list' });

  expect(skipped).toBe(1);
  expect(lines.join('\n')).toContain('PERMISSION_DENIED');
});

test('reports which command is not installed', async () => {
  const lines: string[] = [];
  const ask = cloudCliWith({ PATH: await temporaryFolder() });
  const { skipped } = await runAll(accountGuards(DEV, ask), (line) => lines.push(line));

  expect(skipped).toBe(5);
  expect(lines.join('\n')).toMatch(/gcloud failed: it is not installed.*aws failed/s);
});

/** Runs the guards with fake commands. If a value in `changes` is a text, its command fails with this message. */
async function guard(changes: Readonly<Record<string, unknown>>) {
  const folder = await temporaryFolder();
  await writeFile(join(folder, 'answers.json'), JSON.stringify({ ...GUARDED, ...changes }));
  for (const name of ['gcloud', 'aws']) {
    await writeFile(join(folder, name), COMMAND);
    await chmod(join(folder, name), 0o755);
  }
  const lines: string[] = [];
  const ask = cloudCliWith({ PATH: `${folder}:${process.env['PATH'] ?? ''}` });
  const outcome = await runAll(accountGuards(DEV, ask), (line) => lines.push(line));
  return { ...outcome, lines };
}

const COMMAND = `#!/usr/bin/env node
const { readFileSync } = require('node:fs');
const { basename, dirname, join } = require('node:path');
const [, self, ...args] = process.argv;
const answers = JSON.parse(readFileSync(join(dirname(self), 'answers.json'), 'utf8'));
const wanted = [basename(self), ...args].join(' ');
const key = Object.keys(answers).find((command) => wanted.startsWith(command));
const answer = key === undefined ? 'unexpected: ' + wanted : answers[key];
if (typeof answer === 'string') {
  process.stderr.write(answer);
  process.exit(1);
}
process.stdout.write(JSON.stringify(answer));
`;

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'foldmark-guards-'));
  onTestFinished(async () => rm(folder, { recursive: true, force: true }));
  return folder;
}
