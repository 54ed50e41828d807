/**
 * `npm run pictures` writes the pictures of README into docs/images, and those for the stores of the extension into
 * extension/pictures. Starts a suite with the demo library, draws pictures of pages for its links, and looks at the product with
 * Chromium. For README the clock stands still, so that equal code gives equal pictures.
 */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { parseDemoLibrary } from '#tools/demo-data/library.ts';
import { step } from '#tools/suite/console.ts';
import { placesIn, PROJECT_ROOT } from '#tools/suite/places.ts';
import { freePorts } from '#tools/suite/ports.ts';
import { startSuite } from '#tools/suite/suite.ts';

import { illustrate } from './illustrate.ts';
import { pictureLinks } from './picture-links.ts';
import { SHOTS } from './shots.ts';
import { takeStoreShots } from './store-shots.ts';
import { takeShots } from './take-shots.ts';

const UID = 'demo';
const DEMO = join(PROJECT_ROOT, 'emulator-data');
const TARGET = join(PROJECT_ROOT, 'docs/images');
const STORE_TARGET = join(PROJECT_ROOT, 'extension/pictures');
/** On the command line: the pictures for the stores. */
const STORE = 'store';
const MAX_BYTES = 150 * 1024;

const only = process.argv.slice(2);
const local = join(PROJECT_ROOT, '.local');
await mkdir(local, { recursive: true });
const root = await mkdtemp(join(local, 'pictures-'));
const uploads = join(root, 'uploads');
await cp(join(DEMO, 'uploads'), uploads, { recursive: true });
const drawn = step('Pictures of pages');
const library = parseDemoLibrary(await readFile(join(DEMO, 'library.md'), 'utf8'));
const keys = await illustrate(library, { uid: UID, drawings: DEMO, uploads });
drawn(`${keys.size} drawn`);

const places = placesIn(root);
const suite = await startSuite({
  places,
  ports: await freePorts(),
  seed: DEMO,
  uploads,
  progress: step,
  onChild: () => undefined,
  onError: (error) => {
    process.stderr.write(`${String(error)}\n`);
  },
});
try {
  await pictureLinks(suite, UID, keys);
  const shots = SHOTS.filter(({ file }) => only.length === 0 || only.includes(file));
  await mkdir(TARGET, { recursive: true });
  for await (const { file, bytes } of takeShots(suite, shots)) {
    if (bytes.byteLength > MAX_BYTES)
      throw new Error(`${file} has ${bytes.byteLength} bytes, more than ${MAX_BYTES}.`);
    await writeFile(join(TARGET, `${file}.webp`), bytes);
    step(file)(`${Math.round(bytes.byteLength / 1024)} KB`);
  }
  // Last, because they change the library.
  if (only.length === 0 || only.includes(STORE)) {
    await mkdir(STORE_TARGET, { recursive: true });
    for await (const { file, bytes } of takeStoreShots(suite, root)) {
      await writeFile(join(STORE_TARGET, `${file}.png`), bytes);
      step(`${STORE}: ${file}`)(`${Math.round(bytes.byteLength / 1024)} KB`);
    }
  }
} finally {
  await suite.stop();
  await rm(places.config, { force: true });
  await rm(root, { recursive: true, force: true });
}
process.exit();
