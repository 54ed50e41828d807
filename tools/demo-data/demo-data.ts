/**
 * `npm run demo-data`: writes emulator-data/ from emulator-data/library.md and the drawings beside it. The library is made
 * through the API of a suite of its own, so that it is what the product itself would have made, and exported in the
 * official format; only its past and its favicons, which would take years and a network, are written by hand.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { step } from '#tools/suite/console.ts';
import { placesIn, PROJECT_ID, PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts } from '#tools/suite/ports.ts';
import { startSuite } from '#tools/suite/suite.ts';

import { parseDemoLibrary } from './library.ts';
import { makeAccount, makeLibrary } from './make-library.ts';
import { withPast } from './past.ts';
import { withPictures } from './pictures.ts';
import { post } from './post.ts';
import { writePast } from './write-past.ts';

const TARGET = join(PROJECT_ROOT, 'emulator-data');
const UPLOADS = join(TARGET, 'uploads');
const EXPORT_NAME = 'firestore_export';
/** The official tools whose export format this is; they read neither. */
const TOOLS_VERSION = '15.34.2';
const FIRESTORE_VERSION = '1.19.7';

// The names of uploads tell the time of day, and are to be the same wherever this runs.
process.env['TZ'] = 'UTC';
const source = parseDemoLibrary(await readFile(join(TARGET, 'library.md'), 'utf8'));
const drawn = step('The pictures');
const library = await withPictures(withPast(source), TARGET, UPLOADS);
drawn('drawn');

await mkdir(join(PROJECT_ROOT, '.local'), { recursive: true });
const places = placesIn(await mkdtemp(join(PROJECT_ROOT, '.local/demo-data-')));
const suite = await startSuite({
  places,
  ports: await freePorts(),
  seed: null,
  uploads: UPLOADS,
  progress: step,
  onChild: () => undefined,
  onError: (error) => {
    process.stderr.write(`${String(error)}\n`);
  },
});
try {
  const token = await makeAccount(suite);
  const made = step('The demo library');
  await writePast(suite, await makeLibrary(suite, token, library));
  made(`${library.links.length} links, ${library.folders.length} folders`);
  await post(`http://${suite.firestoreHost}/emulator/v1/projects/${PROJECT_ID}:export`, {
    export_directory: TARGET,
    export_name: EXPORT_NAME,
  });
  // The accounts are all on disk once the suite has stopped.
  await suite.stop();
  await cp(join(places.authData, 'auth_export'), join(TARGET, 'auth_export'), { recursive: true });
} finally {
  await suite.stop();
  await rm(places.root, { recursive: true });
  await rm(places.config);
}
await writeFile(
  join(TARGET, 'firebase-export-metadata.json'),
  `${JSON.stringify(
    {
      version: TOOLS_VERSION,
      firestore: {
        version: FIRESTORE_VERSION,
        path: EXPORT_NAME,
        metadata_file: `${EXPORT_NAME}/${EXPORT_NAME}.overall_export_metadata`,
      },
      auth: { version: TOOLS_VERSION, path: 'auth_export' },
    },
    null,
    2,
  )}\n`,
);
process.exit();
