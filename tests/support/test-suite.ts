import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import type { Child } from '@foldmark/tools/suite/child';
import { BUILT, placesIn, PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { freePorts } from '@foldmark/tools/suite/ports';
import { startSuite, type Suite } from '@foldmark/tools/suite/suite';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The whole product on free ports, with nothing in it but two images, in a folder of its own that goes when it stops. */
export async function startTestSuite(name: string): Promise<Suite> {
  refuseUnbuilt();
  const local = join(PROJECT_ROOT, '.local');
  await mkdir(local, { recursive: true });
  const root = await mkdtemp(join(local, `test-${name}-`));
  const places = placesIn(root);
  const uploads = await uploadsIn(root);
  const children = new Set<Child>();
  // A test run that is ended by force must not leave its services behind.
  process.once('exit', () => {
    for (const child of children) child.kill();
  });
  const suite = await startSuite({
    places,
    ports: await freePorts(),
    seed: null,
    uploads,
    progress: () => () => undefined,
    onChild: (child) => {
      children.add(child);
    },
    onError: (error) => {
      process.stderr.write(`${String(error)}\n`);
    },
  });
  return {
    ...suite,
    stop: async () => {
      await suite.stop();
      await rm(places.config, { force: true });
      await rm(root, { recursive: true, force: true });
    },
  };
}

/** `npm test` builds before it starts a runner; a runner that was started by hand does not. */
function refuseUnbuilt(): void {
  const missing = Object.values(BUILT).filter((output) => !existsSync(join(PROJECT_ROOT, output)));
  if (missing.length === 0) return;
  throw new Error(
    `Not built yet: ${missing.join(', ')}. Run "npm run build" first, or "npm run test:api" or "npm run test:e2e", which build by themselves.`,
  );
}

/** Two images and a program that is called one, two days old, whenever this clone was made. */
async function uploadsIn(root: string): Promise<string> {
  const uploads = join(root, 'uploads');
  await cp(join(import.meta.dirname, 'uploads'), uploads, { recursive: true });
  const old = new Date(Date.now() - 2 * DAY_MS);
  for (const entry of await readdir(uploads, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), old, old);
  return uploads;
}
