import { writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { StatusError } from '#firestore/api/status.ts';
import { createDirectory } from '#firestore/store/create-directory.ts';

/** In the current directory, so each repository has its own data. */
export const DEFAULT_DATA = '.foldmark-firestore';

const HINT = 'Use --data DIR for another directory, or --memory to keep no data.';

/** Creates the default data directory, with a .gitignore, because test data does not belong into a repository. */
export async function prepareDefaultData(): Promise<string> {
  const directory = resolve(DEFAULT_DATA);
  try {
    await createDirectory(directory);
    await writeFile(join(directory, '.gitignore'), '*\n');
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${directory} can't be created: ${reason}. ${HINT}`, { cause: error });
  }
  return directory;
}

/** Adds what to do if the default data directory is in use or damaged, because the user has not chosen it. */
export function withDefaultDataHint(error: unknown): unknown {
  if (!(error instanceof StatusError)) return error;
  return new StatusError(error.status, `${error.message} ${HINT}`, { cause: error });
}
