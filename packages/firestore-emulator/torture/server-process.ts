import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = join(import.meta.dirname, '../src/cli.ts');
const READY = /127\.0\.0\.1:(?<port>\d+)/u;
const START_TIMEOUT_MILLIS = 20_000;

/** The server, started by its command on a free port. */
export class ServerProcess {
  readonly port: number;
  /** Resolves when the process has exited for any reason. */
  readonly exited: Promise<void>;
  readonly #child: ChildProcess;
  readonly #output: readonly string[];

  private constructor(child: ChildProcess, port: number, exited: Promise<void>, output: readonly string[]) {
    this.#child = child;
    this.port = port;
    this.exited = exited;
    this.#output = output;
  }

  static async start(directory: string, options: readonly string[]): Promise<ServerProcess> {
    const { child, exited, output, ready } = spawnServer(directory, options);
    const timer = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MILLIS);
    const port = await Promise.race([ready, exited.then(() => null)]);
    clearTimeout(timer);
    if (port === null) throw new Error(`The server did not start:\n${output.join('\n')}`);
    return new ServerProcess(child, port, exited, output);
  }

  /** Starts a server and kills it early, during its recovery. */
  static async startAndKill(directory: string, options: readonly string[], millis: number): Promise<void> {
    const { child, exited } = spawnServer(directory, options);
    setTimeout(() => child.kill('SIGKILL'), millis);
    await exited;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.exited;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.exited;
    if (this.#child.exitCode !== 0)
      throw new Error(`The server did not stop with exit code 0:\n${this.#output.join('\n')}`);
  }
}

function spawnServer(
  directory: string,
  options: readonly string[],
): {
  readonly child: ChildProcess;
  readonly exited: Promise<void>;
  readonly output: string[];
  readonly ready: Promise<number>;
} {
  const child = spawn(process.execPath, [CLI, '--port', '0', '--data', directory, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const ready = new Promise<number>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      createInterface({ input: stream }).on('line', (line) => {
        output.push(line);
        const port = READY.exec(line)?.groups?.['port'];
        if (port !== undefined) resolve(Number(port));
      });
    }
  });
  return { child, exited: once(child, 'exit').then(() => undefined), output, ready };
}
