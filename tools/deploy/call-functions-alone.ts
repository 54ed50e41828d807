import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { withApi } from '#tools/deploy/functions-framework.ts';

interface Call {
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
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
/** The same where App Check is on: only who asks whether the API is up may come without a token. */
const CHECKED_CALLS: readonly Call[] = [
  { path: '/api/health/', status: 200 },
  { path: '/api/users/bot-challenge/', status: 401 },
  { path: '/api/users/bot-challenge/', headers: { 'x-firebase-appcheck': 'none' }, status: 401 },
];
/** Above what an instance takes for itself, and far below what a large body would take. */
const MOST_MEMORY_KB = 300 * 1024;

/** Calls the API of an installed functions folder, as Cloud Run would run it. */
export async function callAlone(folder: string): Promise<string> {
  await callAll(folder, CALLS, {});
  await callAll(folder, CHECKED_CALLS, { APP_CHECK: 'true' });
  const paths = [...new Set(CALLS.map(({ path }) => path))];
  return `${paths.join(', ')} answer as they must, with and without App Check`;
}

async function callAll(
  folder: string,
  calls: readonly Call[],
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await withApi(folder, settings, async ({ url, child }) => {
    for (const { path, headers = {}, body, status: wanted } of calls) {
      const { status } = await fetch(`${url}${path}`, {
        method: 'POST',
        headers,
        ...(body === undefined ? {} : { body }),
      });
      if (status !== wanted)
        throw new Error(`${path} answers ${status} and not ${wanted}:\n${child.lastLines().join('\n')}`);
    }
    const memory = peakMemoryKb(child.identity.pid);
    if (memory !== null && memory > MOST_MEMORY_KB) throw new Error(`It took ${memory} KB of memory.`);
  });
}

/** Null where the system doesn't tell. */
function peakMemoryKb(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return peak === undefined ? null : Number(peak);
}
