import { spawn, type ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

import { identify, isGroupAlive, signalGroup, type ProcessIdentity } from '#tools/suite/process-identity.ts';
import { withoutProxy } from '#tools/suite/proxy.ts';

const LAST_LINES = 25;

export interface ChildOptions {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly logFile: string;
  /** Called for each line of output. */
  readonly onLine?: (line: string) => void;
  /** Milliseconds that `stop` waits for a clean end before it kills the process group. */
  readonly stopTimeoutMs?: number;
}

export interface Child {
  readonly name: string;
  readonly identity: ProcessIdentity;
  /** Resolves with the reason when the process has ended. Never rejects. */
  readonly ended: Promise<string>;
  lastLines(): readonly string[];
  /** Resolves at the first line that `isReady` accepts. Rejects if the child ends before. */
  ready(isReady: (line: string) => boolean): Promise<void>;
  stop(signal: NodeJS.Signals): Promise<void>;
  kill(): void;
}

/**
 * Starts a process as the leader of its own process group. The terminal then sends Ctrl+C only to us, and `stop` can end
 * the child together with its descendants.
 */
export function startChild(options: ChildOptions): Child {
  const { name, stopTimeoutMs = 15_000 } = options;
  const child = spawn(options.command, options.args, {
    cwd: options.cwd,
    env: withoutProxy({ ...process.env, ...options.env }),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const identity = child.pid === undefined ? null : identify(child.pid);
  const lines: string[] = [];
  const watchers = new Set<(line: string) => void>();
  const ended = whenEnded(child);
  follow(child, options.logFile, (line) => {
    lines.push(line);
    if (lines.length > LAST_LINES) lines.shift();
    for (const watch of watchers) watch(line);
    options.onLine?.(line);
  });
  if (identity === null)
    throw new Error(`${name} could not be started: ${options.command} ${options.args.join(' ')}`);

  return {
    name,
    identity,
    ended,
    lastLines: () => lines,
    ready: async (isReady) =>
      new Promise((resolve, reject) => {
        const watch = (line: string): void => {
          if (!isReady(line)) return;
          watchers.delete(watch);
          resolve();
        };
        for (const line of lines) watch(line);
        watchers.add(watch);
        void ended.then((reason) => {
          watchers.delete(watch);
          reject(new Error(`${name} ${reason} before it was ready.`));
        });
      }),
    stop: async (signal) => {
      const clock = setTimeout(() => signalGroup(identity.pid, 'SIGKILL'), stopTimeoutMs);
      try {
        child.kill(signal);
        await ended;
      } finally {
        clearTimeout(clock);
        // The leader may end without its workers.
        if (isGroupAlive(identity)) signalGroup(identity.pid, 'SIGKILL');
      }
    },
    kill: () => {
      signalGroup(identity.pid, 'SIGKILL');
    },
  };
}

async function whenEnded(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => {
      resolve(`could not run (${error.message})`);
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `ended with code ${code ?? 'unknown'}` : `was ended by ${signal}`);
    });
  });
}

function follow(child: ChildProcess, logFile: string, onLine: (line: string) => void): void {
  const log = createWriteStream(logFile, { flags: 'a' });
  log.on('error', (error) => {
    onLine(`(the log file ${logFile} cannot be written: ${error.message})`);
  });
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue;
    createInterface({ input: stream }).on('line', (line) => {
      log.write(`${line}\n`);
      onLine(line);
    });
  }
  child.once('close', () => log.end());
}
