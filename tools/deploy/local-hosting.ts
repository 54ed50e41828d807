import { rm, mkdtemp, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { startChild } from '#tools/suite/child.ts';
import { isOfficialReady } from '#tools/suite/official-emulators.ts';
import { PROJECT_ID, PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts, HOST } from '#tools/suite/ports.ts';

const require = createRequire(import.meta.url);

/** Serves the built app with the official Hosting emulator while `use` runs. */
export async function withLocalHosting<T>(hosting: unknown, use: (url: string) => Promise<T>): Promise<T> {
  const logs = await mkdtemp(join(tmpdir(), 'foldmark-hosting-'));
  // This file is in the project's root, because firebase-tools resolves paths from its folder.
  const config = join(PROJECT_ROOT, `.firebase.${basename(logs)}.json`);
  const { hosting: port, hub, logging } = await freePorts();
  const emulators = {
    hosting: { host: HOST, port },
    hub: { host: HOST, port: hub },
    logging: { host: HOST, port: logging },
    ui: { enabled: false },
  };
  await writeFile(config, JSON.stringify({ hosting, emulators }));
  const child = startChild({
    name: 'Hosting emulator',
    command: process.execPath,
    args: [
      require.resolve('firebase-tools/lib/bin/firebase.js'),
      'emulators:start',
      '--only=hosting',
      `--project=${PROJECT_ID}`,
      `--config=${config}`,
    ],
    cwd: logs,
    env: { NO_UPDATE_NOTIFIER: '1', FORCE_COLOR: '0' },
    logFile: join(logs, 'hosting.log'),
  });
  try {
    await child.ready(isOfficialReady);
    return await use(`http://${HOST}:${port}`);
  } finally {
    await child.stop('SIGINT');
    await rm(config, { force: true });
    await rm(logs, { recursive: true, force: true });
  }
}
