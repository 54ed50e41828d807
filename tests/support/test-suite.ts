import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';

import type { Child } from '@foldmark/tools/suite/child';
import { BUILT, placesIn, PROJECT_ROOT } from '@foldmark/tools/suite/places';
import { freePorts } from '@foldmark/tools/suite/ports';
import { startSuite, type Suite } from '@foldmark/tools/suite/suite';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Starts the whole product on free ports, with two images and no other data. `stop` deletes its folder. */
export async function startTestSuite(name: string): Promise<Suite> {
  refuseUnbuilt();
  const local = join(PROJECT_ROOT, '.local');
  await mkdir(local, { recursive: true });
  const root = await mkdtemp(join(local, `test-${name}-`));
  const places = placesIn(root);
  const uploads = await uploadsIn(root);
  const children = new Set<Child>();
  // If a signal ends the test run, its services must end too.
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

/** `npm test` builds before it starts a test runner. A runner started by hand needs an earlier build. */
function refuseUnbuilt(): void {
  const missing = Object.values(BUILT).filter((output) => !existsSync(join(PROJECT_ROOT, output)));
  if (missing.length === 0) return;
  throw new Error(
    `Not built yet: ${missing.join(', ')}. Run "npm run build" first, or "npm run test:api" or "npm run test:e2e", which build by themselves.`,
  );
}

/** Copies two images and a program with an image's name, and makes them two days old. */
async function uploadsIn(root: string): Promise<string> {
  const uploads = join(root, 'uploads');
  await cp(join(import.meta.dirname, 'uploads'), uploads, { recursive: true });
  const old = new Date(Date.now() - 2 * DAY_MS);
  for (const entry of await readdir(uploads, { recursive: true, withFileTypes: true }))
    if (entry.isFile()) await utimes(join(entry.parentPath, entry.name), old, old);
  return uploads;
}
