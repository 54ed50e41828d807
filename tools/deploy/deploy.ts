/**
 * `npm run deploy`: rehearses the deployment on this machine, then deploys. deploy/README.md has all steps.
 *
 *     npm run deploy -- --rehearse      only the checks that need neither a network nor an account
 *     npm run deploy -- --to dev        builds, rehearses and deploys
 *     npm run deploy -- --to prod       the same, after a confirmation; --yes skips it
 *     npm run deploy -- --to dev --dirty    deploys uncommitted changes
 *     npm run deploy -- --to dev --unguarded    deploys even if budgets or backups are missing
 */
import { join } from 'node:path';

import { readFlags, refuseUsage } from '#tools/support/flags.ts';
import {
  commitOf,
  confirm,
  deployTo,
  isLive,
  refusePlaceholders,
  refuseSignedOut,
  refuseUnguarded,
  refuseWithoutSecret,
  writeConfig,
  writeSettings,
  type Target,
} from './deployment.ts';
import { ENVIRONMENT_NAMES } from './environments.ts';
import { liveFaults } from './hosting-headers.ts';
import { projectEnvironments } from './project-files.ts';
import { Refused } from './refused.ts';
import { rehearse } from './rehearsal.ts';

interface DeployFlags {
  readonly dirty: boolean;
  readonly unguarded: boolean;
  readonly yes: boolean;
}

const ROOT = join(import.meta.dirname, '../..');
const USAGE = `
npm run deploy -- --to ${ENVIRONMENT_NAMES.join('|')} [--yes] [--dirty] [--unguarded]
npm run deploy -- --rehearse

  --to NAME     builds, rehearses and deploys to NAME; asks for confirmation if it is prod
  --yes         skips the confirmation
  --dirty       deploys uncommitted changes
  --unguarded   deploys even if budgets or backups are missing
  --rehearse    only what needs neither a network nor an account
`;

try {
  const flags = readFlags(USAGE, {
    to: { type: 'string' },
    rehearse: { type: 'boolean', default: false },
    dirty: { type: 'boolean', default: false },
    unguarded: { type: 'boolean', default: false },
    yes: { type: 'boolean', default: false },
  });
  const name = ENVIRONMENT_NAMES.find((known) => known === flags.to);
  if (flags.rehearse) await rehearseOnly();
  else if (name === undefined) refuseUsage(USAGE, 'Say where.');
  else await deploy({ name, environment: (await projectEnvironments())[name] }, flags);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

async function rehearseOnly(): Promise<void> {
  const { outcome } = await rehearse(say);
  say(`\n${outcome.passed} passed, ${outcome.failed} failed, ${outcome.skipped} skipped`);
  if (outcome.failed > 0) process.exitCode = 1;
}

async function deploy(target: Target, flags: DeployFlags): Promise<void> {
  refusePlaceholders(target);
  const version = await commitOf(ROOT, flags.dirty);
  await refuseSignedOut(process.env);
  await refuseWithoutSecret(target);
  await refuseUnguarded(target, flags.unguarded, say);
  await confirm(target, flags.yes);
  const { outcome, manifest } = await rehearse(say, { fresh: true });
  if (outcome.failed + outcome.skipped > 0 || manifest === null) {
    throw new Refused('Nothing was deployed. Fix the failed or skipped checks above first.');
  }
  await writeSettings(ROOT, target, manifest, version);
  await deployTo(target, version, await writeConfig(ROOT, target), say);
  const where = `https://${target.environment.hosts[0] ?? ''}`;
  if (!(await isLive(target, version))) {
    throw new Refused(`${version} is deployed, but ${where}/api/health/ does not answer with it.`);
  }
  const faults = await liveFaults(where);
  if (faults.length > 0)
    throw new Refused(`${version} is live at ${where}, with wrong headers:\n${faults.join('\n')}`);
  say(`\n${version} is live at ${where}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
