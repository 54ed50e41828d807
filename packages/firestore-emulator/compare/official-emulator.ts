import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const START_TIMEOUT_MILLIS = 90_000;

export interface OfficialEmulator {
  readonly port: number;
  stop(): Promise<void>;
}

/** Starts Google's emulator with gcloud on a free port. Returns null if gcloud or its emulator is not installed. */
export async function startOfficialEmulator(): Promise<OfficialEmulator | null> {
  const port = await freePort();
  // gcloud starts a shell that starts Java. A process group of their own lets us end all of them.
  const child = spawn(
    'gcloud',
    ['emulators', 'firestore', 'start', `--host-port=127.0.0.1:${port}`, '--quiet'],
    {
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const output: string[] = [];
  child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text));
  const started = await new Promise<boolean>((resolve, reject) => {
    child.on('error', () => {
      resolve(false);
    });
    child.on('spawn', () => {
      answers(child, port).then(resolve, reject);
    });
  });
  if (!started) {
    process.stderr.write(output.join(''));
    return null;
  }
  return { port, stop: async () => stop(child) };
}

async function answers(child: ChildProcess, port: number): Promise<boolean> {
  const deadline = Date.now() + START_TIMEOUT_MILLIS;
  while (Date.now() < deadline && child.exitCode === null) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/`)).ok) return true;
    } catch {
      // Not listening yet.
    }
    await sleep(200);
  }
  await stop(child);
  return false;
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  process.kill(-child.pid, 'SIGKILL');
  await ended;
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
