import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';

import { runStep } from '#tools/support/run-step.ts';
import { accountGuards } from './account-guards.ts';
import { askCloudAs } from './ask-cloud.ts';
import { runAll } from './check.ts';
import { deployedConfig } from './deployed-config.ts';
import { functionSettings, placeholdersIn, type Environment, type EnvironmentName } from './environments.ts';
import type { FirebaseJson } from './firebase-json.ts';
import { parseDotenv } from './firebase-tools.ts';
import { dotenvOf, type Manifest } from './functions-alone.ts';

const run = promisify(execFile);

/** Something that whoever deploys can put right: said as it is, without a stack. */
export class Refused extends Error {}

export interface Target {
  readonly name: EnvironmentName;
  readonly environment: Environment;
}

export function refusePlaceholders({ name, environment }: Target): void {
  const open = placeholdersIn(environment);
  if (open.length === 0) return;
  throw new Refused(
    `deploy/environments.json still lacks values of ${name}: ${open.join(', ')}. deploy/README.md says where each comes from.`,
  );
}

/** The commit that is deployed. A tree with changes is no commit that anybody could find again. */
export async function commitOf(root: string, allowDirty: boolean): Promise<string> {
  const git = async (...args: string[]) => (await run('git', ['-C', root, ...args])).stdout.trim();
  const commit = await git('rev-parse', '--short=12', 'HEAD');
  const changed = await git('status', '--porcelain');
  if (changed === '') return commit;
  if (allowDirty) return `${commit}-changed`;
  throw new Refused(`Commit first (or say --dirty); these files have changed:\n${changed}`);
}

/** The CLI's own account, or the one that a build server names by GOOGLE_APPLICATION_CREDENTIALS. */
export async function refuseSignedOut(environment: NodeJS.ProcessEnv): Promise<void> {
  if (environment['GOOGLE_APPLICATION_CREDENTIALS'] !== undefined) return;
  const { stdout } = await run('firebase', ['login:list', '--json'], { env: { ...environment, ...QUIET } });
  const { result }: { result?: readonly unknown[] } = JSON.parse(stdout);
  if (result === undefined || result.length === 0) {
    throw new Refused('Nobody is signed in to Firebase. Run "npx firebase login" first.');
  }
}

export async function refuseWithoutSecret({ environment: { projectId } }: Target): Promise<void> {
  const { ok, output } = await firebase(['functions:secrets:get', 'BOT_CHECK_SECRET'], projectId);
  if (ok) return;
  throw new Refused(
    `The project ${projectId} can't be asked for its secret BOT_CHECK_SECRET, or has none:\n${output.trim()}\nMake one with: openssl rand -base64 48 | npx firebase functions:secrets:set BOT_CHECK_SECRET --data-file - --project ${projectId}`,
  );
}

/** What this deployment could not put right afterwards has to be set, unless the one who deploys says otherwise. */
export async function refuseUnguarded(
  { environment }: Target,
  unguarded: boolean,
  say: (line: string) => void,
): Promise<void> {
  const { failed, skipped } = await runAll(accountGuards(environment, askCloudAs(process.env)), say);
  if (failed + skipped === 0 || unguarded) return;
  throw new Refused(
    'Nothing was deployed: step 5 of deploy/README.md has the commands for what is missing (or say --unguarded).',
  );
}

/** Production is named once more by hand, or by --yes where nobody sits in front of it. */
export async function confirm({ name, environment: { projectId } }: Target, yes: boolean): Promise<void> {
  if (name !== 'prod' || yes) return;
  if (!process.stdin.isTTY) throw new Refused('A deployment to prod is confirmed with --yes.');
  const lines = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await lines.question(`This deploys to production. Type ${projectId} to go on: `);
  lines.close();
  if (answer.trim() !== projectId) throw new Refused('Nothing was deployed.');
}

/** Writes what the functions of this environment get to know where the CLI looks for it. */
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

/** Writes the firebase.json of this environment, and answers where. The CLI takes its folder for the project's. */
export async function writeConfig(root: string, { environment }: Target): Promise<string> {
  const config: Pick<FirebaseJson, 'hosting'> = JSON.parse(
    await readFile(join(root, 'firebase.json'), 'utf8'),
  );
  const file = join(root, `.firebase.${environment.projectId}.json`);
  await writeFile(file, JSON.stringify(deployedConfig(config, environment), null, 2));
  return file;
}

/**
 * Firestore first, so that no new code meets old rules or lacks an index; Hosting last, so that no new page meets an old
 * API. The CLI keeps this order by itself. The project is ours alone, so what the repository no longer names goes; without
 * --force the first deployment would also stop half-way to ask how long old container images are to be kept.
 */
export async function deployTo(
  { environment: { projectId } }: Target,
  version: string,
  config: string,
): Promise<void> {
  const parts = ['deploy', '--only', 'firestore,functions,hosting', '--message', version, '--force'];
  const { ok } = await firebase([...parts, '--config', config], projectId, true);
  if (!ok) throw new Refused('firebase-tools could not deploy it all; what it said is above.');
}

/** Whether the deployed API answers as the version that was deployed; a new address takes a while to be known. */
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
