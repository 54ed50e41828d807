import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import { withApi } from '#tools/deploy/functions-framework.ts';

interface Call {
  readonly method?: 'GET';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array<ArrayBuffer>;
  readonly status: number;
}

const JSON_TYPE = { 'content-type': 'application/json' };

/** Calls that need no network, each with its expected status. The comment of a call says what it proves. */
const CALLS: readonly Call[] = [
  { path: '/api/health/', status: 200 },
  // Proves that the function has its secret, and can load a library from a chunk.
  { path: '/api/users/bot-challenge/', status: 200 },
  // Proves that the endpoints of OAuth load, and know their own address.
  { method: 'GET', path: '/.well-known/oauth-authorization-server', status: 200 },
  // Proves that firebase-admin loads.
  { path: '/api/users/get-auth/', headers: { 'auth-token': 'none' }, status: 401 },
  // Proves that our body reader runs before the framework's, which would inflate this body to 400 MB and answer 400.
  {
    path: '/api/health/',
    headers: { ...JSON_TYPE, 'content-encoding': 'gzip' },
    body: Buffer.from(gzipSync(Buffer.alloc(400 * 1024 * 1024, ' '))),
    status: 415,
  },
  { path: '/api/health/', headers: JSON_TYPE, body: Buffer.alloc(2 * 1024 * 1024, ' '), status: 413 },
];
/** If App Check is on, only the health check needs no App Check token. */
const CHECKED_CALLS: readonly Call[] = [
  { path: '/api/health/', status: 200 },
  { path: '/api/users/bot-challenge/', status: 401 },
  { path: '/api/users/bot-challenge/', headers: { 'x-firebase-appcheck': 'none' }, status: 401 },
];
/** An idle instance uses less memory, and an inflated body would use far more. */
const MEMORY_LIMIT_KB = 300 * 1024;

/** Runs the API of an installed functions folder as Cloud Run does, and calls it. */
export async function callStandaloneApi(folder: string): Promise<string> {
  await callAll(folder, CALLS, { APP_ORIGIN: 'https://foldmark.example' });
  await callAll(folder, CHECKED_CALLS, { APP_CHECK: 'true' });
  const paths = [...new Set(CALLS.map(({ path }) => path))];
  return `${paths.join(', ')} answer correctly, with and without App Check`;
}

async function callAll(
  folder: string,
  calls: readonly Call[],
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  await withApi(folder, settings, async ({ url, child }) => {
    for (const { method = 'POST', path, headers = {}, body, status: expected } of calls) {
      const { status } = await fetch(`${url}${path}`, {
        method,
        headers,
        ...(body === undefined ? {} : { body }),
      });
      if (status !== expected)
        throw new Error(`${path} answers ${status} and not ${expected}:\n${child.lastLines().join('\n')}`);
    }
    const memory = peakMemoryKb(child.identity.pid);
    if (memory !== null && memory > MEMORY_LIMIT_KB) throw new Error(`The API used ${memory} KB of memory.`);
  });
}

/** Null if the system has no /proc. */
function peakMemoryKb(pid: number): number | null {
  const status = `/proc/${pid}/status`;
  if (!existsSync(status)) return null;
  const [, peak] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(status, 'utf8')) ?? [];
  return peak === undefined ? null : Number(peak);
}
