import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { devNull } from 'node:os';
import { dirname, join } from 'node:path';

import { startChild, type Child } from '#tools/suite/child.ts';
import { freePorts, HOST } from '#tools/suite/ports.ts';

interface RunningApi {
  readonly url: string;
  readonly child: Child;
}

/** Runs the API of a functions folder as Cloud Run does, with the folder's own Functions Framework, while `use` runs. */
export async function withApi(
  folder: string,
  settings: Readonly<Record<string, string>>,
  use: (api: RunningApi) => Promise<void>,
): Promise<void> {
  const { functions: port } = await freePorts();
  const require = createRequire(join(folder, 'package.json'));
  const child = startChild({
    name: 'Functions Framework',
    command: process.execPath,
    // The package exports only its library. The command is in the same folder.
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
      ...settings,
    },
    logFile: devNull,
  });
  try {
    await child.ready((line) => line.includes('Serving function'));
    await use({ url: `http://${HOST}:${port}`, child });
  } finally {
    await child.stop('SIGTERM');
  }
}
