/**
 * `npm run deploy`: tries everything that can be tried here, and deploys. deploy/README.md has the whole way there.
 *
 *     npm run deploy -- --rehearse      all that needs neither a network nor an account
 *     npm run deploy -- --to dev        builds, rehearses and deploys
 *     npm run deploy -- --to prod       the same, after a question; --yes answers it
 *     npm run deploy -- --to dev --dirty    with changes that are not committed
 *     npm run deploy -- --to dev --unguarded    although budgets, backups or the like are missing
 */
import { join } from 'node:path';

import { readFlags, refuseUsage } from '#tools/support/flags.ts';
import {
  commitOf,
  confirm,
  deployTo,
  isLive,
  Refused,
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
import { environmentsHere, rehearse } from './rehearsal.ts';

interface DeployFlags {
  readonly dirty: boolean;
  readonly unguarded: boolean;
  readonly yes: boolean;
}

const ROOT = join(import.meta.dirname, '../..');
const USAGE = `
npm run deploy -- --to ${ENVIRONMENT_NAMES.join('|')} [--yes] [--dirty] [--unguarded]
npm run deploy -- --rehearse

  --to NAME     builds, rehearses and deploys there; asks before it deploys to prod
  --yes         answers that question
  --dirty       deploys changes that are not committed
  --unguarded   deploys although budgets, backups or the like are missing
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
  else await deploy({ name, environment: (await environmentsHere())[name] }, flags);
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
    throw new Refused('Nothing was deployed: first the above has to hold.');
  }
  await writeSettings(ROOT, target, manifest, version);
  await deployTo(target, version, await writeConfig(ROOT, target));
  const where = `https://${target.environment.hosts[0] ?? ''}`;
  if (!(await isLive(target, version))) {
    throw new Refused(`It is deployed, but ${where}/api/health/ does not answer as ${version}.`);
  }
  const faults = await liveFaults(where);
  if (faults.length > 0)
    throw new Refused(`${version} is live at ${where}, with wrong headers:\n${faults.join('\n')}`);
  say(`\n${version} is live at ${where}`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
