/**
 * `npm run demo-data` writes emulator-data/ from emulator-data/library.md and its drawings. Creates the library through the API
 * of its own suite, so that the data is exactly as the product writes it. Exports the library in the official format. Only dates
 * and favicons are written directly, because the API would need years and a network for them.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { step } from '#tools/suite/console.ts';
import { placesIn, PROJECT_ID, PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts } from '#tools/suite/ports.ts';
import { startSuite } from '#tools/suite/suite.ts';

import { parseDemoLibrary } from './library.ts';
import { createAccount, createLibrary } from './create-library.ts';
import { withDates } from './dates.ts';
import { withImages } from './images.ts';
import { post } from './post.ts';
import { writeDates } from './write-dates.ts';

const TARGET = join(PROJECT_ROOT, 'emulator-data');
const UPLOADS = join(TARGET, 'uploads');
const EXPORT_NAME = 'firestore_export';
/** The versions of the official tools with this export format. The import ignores them. */
const TOOLS_VERSION = '15.34.2';
const FIRESTORE_VERSION = '1.19.7';

// Upload keys contain the time of day, and must be the same in every time zone.
process.env['TZ'] = 'UTC';
const source = parseDemoLibrary(await readFile(join(TARGET, 'library.md'), 'utf8'));
const drawn = step('Images');
const library = await withImages(withDates(source), TARGET, UPLOADS);
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
  const token = await createAccount(suite);
  const created = step('Demo library');
  await writeDates(suite, await createLibrary(suite, token, library));
  created(`${library.links.length} links, ${library.folders.length} folders`);
  await post(`http://${suite.firestoreHost}/emulator/v1/projects/${PROJECT_ID}:export`, {
    export_directory: TARGET,
    export_name: EXPORT_NAME,
  });
  // The suite saves the accounts when it stops.
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
