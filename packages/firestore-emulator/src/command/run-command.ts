const BAD_USAGE = 2;

/** A server that a user starts from a terminal. */
export interface Command<Options extends Address> {
  readonly help: string;
  /** Returns a text to print instead, such as the help. Throws an error whose message explains the wrong option. */
  readonly parseOptions: (args: readonly string[]) => Options | string;
  /** Runs until `ended` resolves, with the signal that ended it. */
  readonly serve: (options: Options, ended: Promise<NodeJS.Signals>) => Promise<void>;
  /** Reports why the server could not run. */
  readonly fail: (options: Options, message: string, error: unknown) => void;
}

interface Address {
  readonly host: string;
  readonly port: number;
}

/** Runs until a signal ends it, and returns the exit code. */
export async function runCommand<Options extends Address>(
  { help, parseOptions, serve, fail }: Command<Options>,
  args: readonly string[],
): Promise<number> {
  let options: Options | string;
  try {
    options = parseOptions(args);
  } catch (error) {
    process.stderr.write(`${messageOf(error)}\n\n${help}`);
    return BAD_USAGE;
  }
  if (typeof options === 'string') {
    process.stdout.write(options);
    return 0;
  }
  try {
    await serve(options, endRequested());
    return 0;
  } catch (error) {
    fail(options, explain(error, options), error);
    return 1;
  }
}

async function endRequested(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, resolve);
  });
}

function explain(error: unknown, { host, port }: Address): string {
  // A file can be the reason for EACCES too.
  const isOfAddress =
    error instanceof Error && 'syscall' in error && /^(?:listen|getaddrinfo)$/u.test(String(error.syscall));
  const code = isOfAddress && 'code' in error ? error.code : undefined;
  if (code === 'ENOTFOUND') return `The name ${host} has no address: choose another --host.`;
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${host} is taken: stop the program that listens there, or choose another --port.`;
  if (code === 'EADDRNOTAVAIL') return `This machine has no address ${host}: choose another --host.`;
  if (code === 'EACCES') return `Port ${port} may not be used: choose a --port from 1024 on.`;
  return messageOf(error);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
