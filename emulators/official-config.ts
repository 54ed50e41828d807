/**
 * For `npm run suite`, which leaves everything to the official tools: firebase.json as it is deployed names no service of
 * this machine in its headers, and the app could reach none.
 */
import { join } from 'node:path';

import { placesIn, PROJECT_ROOT } from '#emulators/suite/places.ts';
import { portsOf } from '#emulators/suite/ports.ts';
import { writeRunConfig } from '#emulators/suite/run-config.ts';

const places = placesIn(join(PROJECT_ROOT, '.local/official'));
await writeRunConfig(places, await portsOf(join(PROJECT_ROOT, 'firebase.json')), 'official');
