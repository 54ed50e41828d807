import { HELP, parseOptions, type CommandOptions } from '#aws/command/options.ts';
import { localAccount } from '#aws/local-account.ts';
import { startAws } from '#aws/server.ts';

const BAD_USAGE = 2;

/** Runs until it is told to end; the number is the exit code. */
export async function runCommand(args: readonly string[]): Promise<number> {
  let options: CommandOptions | null;
  try {
    options = parseOptions(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${HELP}`);
    return BAD_USAGE;
  }
  if (options === null) {
    process.stdout.write(HELP);
    return 0;
  }
  try {
    await serve(options);
    return 0;
  } catch (error) {
    process.stderr.write(`error: ${explain(error, options)}\n`);
    return 1;
  }
}

async function serve(options: CommandOptions): Promise<void> {
  const ended = endRequested();
  const { projectId, ...where } = options;
  const server = await startAws({ ...where, account: await localAccount(projectId), log });
  log(`AWS listens on ${options.host}:${server.port}. Clients find it by AWS_ENDPOINT_URL.`);
  log(`${await ended}: stopping.`);
  await server.stop();
}

function log(line: string): void {
  process.stdout.write(`${line}\n`);
}

async function endRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
}

function explain(error: unknown, { host, port }: CommandOptions): string {
  const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  return taken ? `Port ${port} of ${host} is taken. Choose another with --port.` : messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
