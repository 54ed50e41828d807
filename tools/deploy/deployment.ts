import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { runStep } from '#tools/support/run-step.ts';
import { accountGuards } from './account-guards.ts';
import { cloudCliWith } from './cloud-cli.ts';
import { runAll } from './check.ts';
import { deployInSteps } from './deploy-steps.ts';
import { deployedConfig } from './deployed-config.ts';
import { functionSettings, placeholdersIn, type Environment, type EnvironmentName } from './environments.ts';
import type { FirebaseJson } from './firebase-json.ts';
import { parseDotenv } from './firebase-tools.ts';
import { Refused } from './refused.ts';
import { dotenvOf, type Manifest } from './standalone-functions.ts';

const run = promisify(execFile);

export interface Target {
  readonly name: EnvironmentName;
  readonly environment: Environment;
}

export function refusePlaceholders({ name, environment }: Target): void {
  const missing = placeholdersIn(environment);
  if (missing.length === 0) return;
  throw new Refused(
    `deploy/environments.json lacks values for ${name}: ${missing.join(', ')}. deploy/README.md says where to find them.`,
  );
}

/** The commit to deploy. Refuses uncommitted changes by default, since no commit could reproduce the deployment. */
export async function commitOf(root: string, allowDirty: boolean): Promise<string> {
  const git = async (...args: string[]) => (await run('git', ['-C', root, ...args])).stdout.trim();
  const commit = await git('rev-parse', '--short=12', 'HEAD');
  const changed = await git('status', '--porcelain');
  if (changed === '') return commit;
  if (allowDirty) return `${commit}-changed`;
  throw new Refused(`Commit first (or pass --dirty). These files have changed:\n${changed}`);
}

/** Accepts the CLI's signed-in account, or GOOGLE_APPLICATION_CREDENTIALS of a build server. */
export async function refuseSignedOut(environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment['GOOGLE_APPLICATION_CREDENTIALS'] !== undefined) return;
  const { stdout } = await run('firebase', ['login:list', '--json'], { env: { ...environment, ...QUIET } });
  const { result }: { result?: readonly unknown[] } = JSON.parse(stdout);
  if (result === undefined || result.length === 0) {
    throw new Refused('You are not signed in to Firebase. Run "npx firebase login" first.');
  }
}

export async function refuseWithoutSecret({ environment: { projectId } }: Target): Promise<void> {
  const { ok, output } = await firebase(['functions:secrets:get', 'BOT_CHECK_SECRET'], projectId);
  if (ok) return;
  throw new Refused(
    `The project ${projectId} has no secret BOT_CHECK_SECRET, or you may not read it:\n${output.trim()}\nCreate it with: openssl rand -base64 48 | npx firebase functions:secrets:set BOT_CHECK_SECRET --data-file - --project ${projectId}`,
  );
}

/** Requires the safeguards of account-guards.ts unless the user passes --unguarded. */
export async function refuseUnguarded(
  { environment }: Target,
  unguarded: boolean,
  say: (line: string) => void,
): Promise<void> {
  const { failed, skipped } = await runAll(accountGuards(environment, cloudCliWith(process.env)), say);
  if (failed + skipped === 0 || unguarded) return;
  throw new Refused(
    'Nothing was deployed. Step 5 of deploy/README.md has the commands for the missing safeguards (or pass --unguarded).',
  );
}

/** Asks the user to type the id of the production project. --yes skips this, for builds without a terminal. */
export async function confirm({ name, environment: { projectId } }: Target, yes: boolean): Promise<void> {
  if (name !== 'prod' || yes) return;
  if (!process.stdin.isTTY) throw new Refused('Without a terminal, a deployment to prod needs --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`This deploys to production. Type ${projectId} to continue: `);
  lines.close();
  if (answer.trim() !== projectId) throw new Refused('Nothing was deployed.');
}

/** Writes the settings of the environment's functions into the dotenv file that the CLI reads. */
export async function writeSettings(
  root: string,
  { name, environment }: Target,
  manifest: Manifest,
  version: string,
): Promise<void> {
  const params = dotenvOf(manifest.params, functionSettings(name, environment));
  const text = `# Written by npm run deploy from deploy/environments.json.\n${params}FOLDMARK_VERSION=${version}\n`;
  parseDotenv(text);
  await writeFile(join(root, `functions/.env.${environment.projectId}`), text);
}

/** Writes the environment's firebase.json and returns its path. The CLI resolves other paths from its folder. */
export async function writeConfig(root: string, { environment }: Target): Promise<string> {
  const config: Pick<FirebaseJson, 'hosting'> = JSON.parse(
    await readFile(join(root, 'firebase.json'), 'utf8'),
  );
  const file = join(root, `.firebase.${environment.projectId}.json`);
  await writeFile(file, JSON.stringify(deployedConfig(config, environment), null, 2));
  return file;
}

/**
 * Deploys all parts. --force deletes functions and indexes that the repository no longer has. It also answers the CLI's
 * question how long to keep old container images.
 */
export async function deployTo(
  { environment: { projectId } }: Target,
  version: string,
  config: string,
  say: (line: string) => void,
): Promise<void> {
  const options = ['--message', version, '--force', '--config', config];
  await deployInSteps(projectId, {
    deploy: async (only) => (await firebase(['deploy', '--only', only, ...options], projectId, true)).ok,
    cli: cloudCliWith(process.env),
    say,
    pause: sleep,
  });
}

/** Whether the deployed API runs the deployed version. Retries, because a new address takes time to resolve. */
export async function isLive({ environment: { hosts } }: Target, version: string): Promise<boolean> {
  for (let tries = 0; tries < 10; tries += 1) {
    const answer = await fetch(`https://${hosts[0] ?? ''}/api/health/`, { method: 'POST' }).catch(() => null);
    if (answer?.ok === true && (await answer.text()).includes(JSON.stringify(version))) return true;
    await sleep(3000);
  }
  return false;
}

const QUIET = { NO_UPDATE_NOTIFIER: '1', NO_COLOR: '1' };

async function firebase(args: readonly string[], projectId: string, show = false) {
  return runStep('firebase', [...args, '--project', projectId, '--non-interactive'], { show, env: QUIET });
}
