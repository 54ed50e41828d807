import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { localHeaders } from '#tools/suite/content-policy.ts';
import { PROJECT_ID, PROJECT_ROOT, type Places } from '#tools/suite/places.ts';
import { HOST, type Ports } from '#tools/suite/ports.ts';

export type FirestoreKind = 'ours' | 'official';

/**
 * Writes the firebase.json of this run, with its own ports and a copy of the web app. So several suites can run at once,
 * and a rebuild does not delete the files of a running suite.
 */
export async function writeRunConfig(
  places: Places,
  ports: Ports,
  firestore: FirestoreKind = 'ours',
): Promise<void> {
  const config = JSON.parse(await readFile(join(PROJECT_ROOT, 'firebase.json'), 'utf8'));
  await rm(places.publicFolder, { recursive: true, force: true });
  await mkdir(places.root, { recursive: true });
  await cp(join(PROJECT_ROOT, config.hosting.public), places.publicFolder, { recursive: true });

  // In the local environment the app loads this file, since the build can't know the ports of a run.
  await mkdir(join(places.publicFolder, '__local'), { recursive: true });
  const services = {
    projectId: PROJECT_ID,
    auth: { host: HOST, port: ports.auth },
    firestore: { host: HOST, port: ports.firestore },
    aws: { host: HOST, port: ports.aws },
  };
  await writeFile(join(places.publicFolder, '__local/emulators.json'), JSON.stringify(services));

  const emulators = Object.fromEntries(
    // Our own emulators use these ports, so the official tools must not start theirs.
    Object.entries(ports)
      .filter(([service]) => service !== 'aws' && (service !== 'firestore' || firestore === 'official'))
      .map(([service, port]) => [service, { host: HOST, port }]),
  );
  const runConfig = {
    hosting: {
      ...config.hosting,
      public: relative(PROJECT_ROOT, places.publicFolder),
      headers: localHeaders(config.hosting.headers, ports),
    },
    functions: config.functions,
    ...(firestore === 'official' ? { firestore: config.firestore } : {}),
    emulators: { ...emulators, ui: { enabled: false }, singleProjectMode: true },
  };
  await writeFile(places.config, JSON.stringify(runConfig, null, 2));
}
