import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { startChild } from '../../emulators/suite/child.ts';
import { freePorts, HOST } from '../../emulators/suite/ports.ts';

const require = createRequire(import.meta.url);

/** Calls that need no network, each with what it must answer, by what it proves to be there. */
const CALLS: readonly (readonly [path: string, headers: Record<string, string>, status: number])[] = [
  ['/api/health/', {}, 200],
  // The secret, and a library that is in a chunk.
  ['/api/users/bot-challenge/', {}, 200],
  // firebase-admin.
  ['/api/users/get-auth/', { 'auth-token': 'none' }, 401],
];

/** Runs the API of an installed functions folder as Cloud Run does, by the Functions Framework, and calls it. */
export async function callAlone(folder: string): Promise<string> {
  const { functions: port } = await freePorts();
  const child = startChild({
    name: 'Functions Framework',
    command: process.execPath,
    // Its package exports the library alone, which lies beside the command.
    args: [
      join(dirname(require.resolve('@google-cloud/functions-framework')), 'main.js'),
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
    for (const [path, headers, wanted] of CALLS) {
      const { status } = await fetch(`http://${HOST}:${port}${path}`, { method: 'POST', headers });
      if (status !== wanted)
        throw new Error(`${path} answers ${status} and not ${wanted}:\n${child.lastLines().join('\n')}`);
    }
  } finally {
    await child.stop('SIGTERM');
  }
  return `${CALLS.map(([path]) => path).join(', ')} answer as they must`;
}
