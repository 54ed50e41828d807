import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { PROJECT_ROOT } from '#tools/suite/places.ts';
import { readEnvironments, type Environments } from './environments.ts';

/** Reads a file by its path from the project's root. */
export async function readProjectFile(file: string): Promise<string> {
  return readFile(join(PROJECT_ROOT, file), 'utf8');
}

export async function projectEnvironments(): Promise<Environments> {
  return readEnvironments(
    await readProjectFile('deploy/environments.json'),
    await readProjectFile('.firebaserc'),
  );
}
