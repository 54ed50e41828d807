import type { Command } from '#emulators/command.ts';
import { HELP, parseOptions, type CommandOptions } from '#aws/command/options.ts';
import { localAccount } from '#aws/local-account.ts';
import { startAws } from '#aws/server.ts';

export const awsCommand: Command<CommandOptions> = {
  help: HELP,
  parseOptions,
  serve: async ({ projectId, ...where }, ended) => {
    const server = await startAws({ ...where, account: await localAccount(projectId), log });
    log(`AWS listens on ${where.host}:${server.port}. Clients find it by AWS_ENDPOINT_URL.`);
    log(`${await ended}: stopping.`);
    await server.stop();
  },
  fail: (_options, message) => {
    process.stderr.write(`error: ${message}\n`);
  },
};

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}
