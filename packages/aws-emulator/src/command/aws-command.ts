import type { Command } from '#aws/command/run-command.ts';
import { HELP, parseOptions, type CommandOptions } from '#aws/command/options.ts';
import { localAccount } from '#aws/account/local-account.ts';
import { startAws } from '#aws/server/server.ts';

export const awsCommand: Command<CommandOptions> = {
  help: HELP,
  parseOptions,
  serve: async ({ template, parameters, ...where }, ended) => {
    const account = await localAccount({ template: template ?? undefined, parameters });
    const server = await startAws({ ...where, account, log });
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
