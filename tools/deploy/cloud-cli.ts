import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { CheckSkipped } from './check.ts';

const run = promisify(execFile);

/** Runs `gcloud` or `aws` and parses its JSON. Throws CheckSkipped if the command is missing or fails. */
export type CloudCli = (command: 'gcloud' | 'aws', args: readonly string[]) => Promise<unknown>;

const OPTIONS = {
  gcloud: ['--format=json', '--quiet'],
  // S3 Control and Budgets need a region, although they answer for all regions.
  aws: ['--output=json', '--region=us-east-1', '--no-cli-pager'],
};

export function cloudCliWith(environment: NodeJS.ProcessEnv): CloudCli {
  return async (command, args) => {
    try {
      const { stdout } = await run(command, [...args, ...OPTIONS[command]], { env: environment });
      return JSON.parse(stdout);
    } catch (error) {
      throw new CheckSkipped(`${command} failed: ${reasonOf(error)}`, { cause: error });
    }
  };
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if ('code' in error && error.code === 'ENOENT') return 'it is not installed.';
  return 'stderr' in error && error.stderr !== '' ? String(error.stderr).trim() : error.message;
}
