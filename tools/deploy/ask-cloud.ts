import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { Undecided } from './check.ts';

const run = promisify(execFile);

/** Runs `gcloud` or `aws` and answers its JSON. Throws an Undecided where it is missing or may not look. */
export type AskCloud = (command: 'gcloud' | 'aws', args: readonly string[]) => Promise<unknown>;

const OPTIONS = {
  gcloud: ['--format=json', '--quiet'],
  // S3 Control and Budgets answer for all regions, and want one to be named.
  aws: ['--output=json', '--region=us-east-1', '--no-cli-pager'],
};

export function askCloudAs(environment: NodeJS.ProcessEnv): AskCloud {
  return async (command, args) => {
    try {
      const { stdout } = await run(command, [...args, ...OPTIONS[command]], { env: environment });
      return JSON.parse(stdout);
    } catch (error) {
      throw new Undecided(`${command} could not look: ${reasonOf(error)}`, { cause: error });
    }
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'it is not installed.';
  return 'stderr' in error && error.stderr !== '' ? String(error.stderr).trim() : error.message;
}
