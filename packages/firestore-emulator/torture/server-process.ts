import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const CLI = join(import.meta.dirname, '../src/cli.ts');
const READY = /127\.0\.0\.1:(?<port>\d+)/u;
const PATIENCE_MILLIS = 20_000;

/** The real server as its own command starts it, on a port of its choice. */
export class ServerProcess {
  readonly port: number;
  /** Resolves when the process is gone, however that came. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  readonly #output: readonly string[];

  private constructor(child: ChildProcess, port: number, gone: Promise<void>, output: readonly string[]) {
    this.#child = child;
    this.port = port;
    this.gone = gone;
    this.#output = output;
  }

  static async start(directory: string, options: readonly string[]): Promise<ServerProcess> {
    const { child, gone, output, ready } = spawnServer(directory, options);
    const timer = setTimeout(() => child.kill('SIGKILL'), PATIENCE_MILLIS);
    const port = await Promise.race([ready, gone.then(() => null)]);
    // A server that has started may run for as long as it likes.
    clearTimeout(timer);
    if (port === null) throw new Error(`The server did not start:\n${output.join('\n')}`);
    return new ServerProcess(child, port, gone, output);
  }

  /** Starts a server and kills it before it can be ready: somewhere in its recovery. */
  static async startAndKill(directory: string, options: readonly string[], millis: number): Promise<void> {
    const { child, gone } = spawnServer(directory, options);
    setTimeout(() => child.kill('SIGKILL'), millis);
    await gone;
  }

  async kill(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.gone;
  }

  async stop(): Promise<void> {
    this.#child.kill('SIGTERM');
    await this.gone;
    if (this.#child.exitCode !== 0)
      throw new Error(`The server did not stop well:\n${this.#output.join('\n')}`);
  }
}

function spawnServer(
  directory: string,
  options: readonly string[],
): {
  readonly child: ChildProcess;
  readonly gone: Promise<void>;
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
  return { child, gone: once(child, 'exit').then(() => undefined), output, ready };
}
