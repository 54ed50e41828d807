import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { startChild } from '../../emulators/suite/child.ts';
import { freePorts, HOST } from '../../emulators/suite/ports.ts';

interface Call {
  readonly path: string;
  readonly headers?: Record<string, string>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Calls that need no network, each with what it must answer, by what it proves to be there. */
const CALLS: readonly Call[] = [
  { path: '/api/health/', status: 200 },
  // The secret, and a library that is in a chunk.
  { path: '/api/users/bot-challenge/', status: 200 },
  // firebase-admin.
  { path: '/api/users/get-auth/', headers: { 'auth-token': 'none' }, status: 401 },
  // Our own reader, before the framework's: that one would inflate this to 400 MB, and answer 400.
  {
    path: '/api/health/',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: Buffer.from(gzipSync(Buffer.alloc(400 * 1024 * 1024, ' '))),
    status: 415,
  },
  { path: '/api/health/', headers: JSON_TYPE, body: Buffer.alloc(2 * 1024 * 1024, ' '), status: 413 },
];
/** Above what an instance takes for itself, and far below what a large body would take. */
const MOST_MEMORY_KB = 300 * 1024;

/** Runs the API of an installed functions folder as Cloud Run does, by the Functions Framework, and calls it. */
export async function callAlone(folder: string): Promise<string> {
  const { functions: port } = await freePorts();
  const child = startChild({
    name: 'Functions Framework',
    command: process.execPath,
    // The one that is installed with the functions, as the platform takes it.
    args: [
      join(folder, 'node_modules/@google-cloud/functions-framework/build/src/main.js'),
      `--source=${folder}`,
      `--port=${port}`,
    ],
    cwd: folder,
    env: {
      GCLOUD_PROJECT: 'demo-rehearsal',
      FIREBASE_CONFIG: '{"projectId":"demo-rehearsal"}',
      FUNCTION_TARGET: 'api',
      FUNCTION_SIGNATURE_TYPE: 'http',
      BOT_CHECK_SECRET: randomBytes(24).toString('hex'),
      BOT_CHECK_WORK: '1',
    },
    logFile: join(folder, 'framework.log'),
  });
  try {
    await child.ready((line) => line.includes('Serving function'));
    for (const { path, headers = {}, body, status: wanted } of CALLS) {
      const url = `http://${HOST}:${port}${path}`;
      const { status } = await fetch(url, {
        method: 'POST',
        headers,
        ...(body === undefined ? {} : { body }),
      });
      if (status !== wanted)
        throw new Error(`${path} answers ${status} and not ${wanted}:\n${child.lastLines().join('\n')}`);
    }
    const memory = peakMemoryKb(child.identity.pid);
    if (memory !== null && memory > MOST_MEMORY_KB) throw new Error(`It took ${memory} KB of memory.`);
  } finally {
    await child.stop('SIGTERM');
  }
  return `${[...new Set(CALLS.map(({ path }) => path))].join(', ')} answer as they must`;
}

/** Null where the system doesn't tell. */
function peakMemoryKb(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return peak === undefined ? null : Number(peak);
}
