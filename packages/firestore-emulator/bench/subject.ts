import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { execFile } from 'node:child_process';

import type { OpenClient } from '#firestore/bench/grpc-client.ts';

/** A server to measure. Each start creates a new process. */
export interface Subject {
  readonly name: string;
  start(open: OpenClient): Promise<Running>;
}

export interface Running {
  readonly port: number;
  /** The time from the start of the process to the response to the first call. */
  readonly startMs: number;
  /** The processor time of the process so far. Zero if the system has no /proc. */
  processorMs(): Promise<number>;
  /** The resident memory of the process. */
  memoryMb(): Promise<number>;
  stop(): Promise<void>;
}

/** `flags` are additional command line flags. */
export function foldmark(flags: readonly string[] = []): Subject {
  return {
    name: 'foldmark-firestore',
    async start(open) {
      const directory = await mkdtemp(join(tmpdir(), 'firestore-bench-'));
      const cli = join(import.meta.dirname, '../dist/cli.js');
      const running = await startProcess(open, process.execPath, (port) => [
        cli,
        '--port',
        String(port),
        '--data',
        directory,
        ...flags,
      ]);
      return {
        ...running,
        async stop() {
          await running.stop();
          await rm(directory, { recursive: true, force: true });
        },
      };
    },
  };
}

/** Another emulator to compare with. It is not a dependency, so it is null unless installed in the current directory. */
export function peer(): Subject | null {
  let entry: string;
  try {
    entry = createRequire(join(process.cwd(), 'package.json')).resolve('@firestore-emulator/server');
  } catch {
    return null;
  }
  const source = `new (require(process.argv[1]).FirestoreServer)().start(Number(process.argv[2]))`;
  return {
    name: '@firestore-emulator/server',
    start: async (open) =>
      startProcess(open, process.execPath, (port) => ['-e', source, entry, String(port)]),
  };
}

/** Java alone needs 10 s on a busy machine. */
const START_LIMIT_MS = 60_000;

export async function startProcess(
  open: OpenClient,
  program: string,
  args: (port: number) => string[],
  options: { readonly stderr?: 'ignore'; readonly env?: NodeJS.ProcessEnv } = {},
): Promise<Running> {
  const { stderr = 'inherit', env } = options;
  const port = await freePort();
  const started = performance.now();
  const child = spawn(program, args(port), { stdio: ['ignore', 'ignore', stderr], env });
  const kill = (): void => {
    child.kill('SIGKILL');
  };
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  const startMs = await firstResponse(child, port, open, started).catch((error: unknown) => {
    kill();
    throw error;
  });
  return {
    port,
    startMs,
    processorMs: async () => processorMs(child),
    memoryMb: async () => residentMb(child),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function firstResponse(
  child: ChildProcess,
  port: number,
  open: OpenClient,
  started: number,
): Promise<number> {
  const deadline = started + START_LIMIT_MS;
  for (;;) {
    if (child.exitCode !== null) throw new Error('The server exited before its first response.');
    const client = open(port);
    try {
      await client.set('start/first', 1);
      return performance.now() - started;
    } catch (error) {
      if (performance.now() > deadline) throw error;
    } finally {
      client.close();
    }
    await sleep(5);
  }
}

/** Linux counts in hundredths of a second. */
async function processorMs(child: ChildProcess): Promise<number> {
  try {
    const text = await readFile(`/proc/${child.pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return 0;
  }
}

async function residentMb(child: ChildProcess): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(child.pid)]);
  return Number(stdout.trim()) / 1024;
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
