import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { secretsIn, type Known } from './secrets.ts';

/** Files that only we have a use for. A functions folder may hold maps: nobody but its own stack traces reads them. */
const NOT_FOR_ALL = /\.map$|\.test\.|\.tsx?$|^\.|\.secret|\.local$|\.log$|\.pem$|\.key$/;
const NOT_FOR_THE_CLOUD = /\.test\.|\.ts$|^\.|\.secret|\.local$|\.log$|\.pem$|\.key$/;

interface Folder {
  readonly path: string;
  /** Relative to it. */
  readonly files: readonly string[];
}

/** One line for each file that gives away what is nobody's business, of what all see and of what the cloud gets. */
export async function leaks(published: Folder, uploaded: Folder, known: Known): Promise<string[]> {
  const faults = [
    ...published.files.filter((file) => isOurs(file, NOT_FOR_ALL)).map((file) => `${file} is published`),
    ...uploaded.files.filter((file) => isOurs(file, NOT_FOR_THE_CLOUD)).map((file) => `${file} is uploaded`),
  ];
  for (const folder of [published, uploaded]) {
    for (const file of folder.files) {
      const text = await readFile(join(folder.path, file), 'latin1');
      faults.push(...secretsIn(text, known).map((what) => `${file} holds ${what}`));
      if (folder === published && text.includes('sourceMappingURL='))
        faults.push(`${file} names a source map`);
    }
  }
  return faults;
}

function isOurs(file: string, ours: RegExp): boolean {
  return ours.test(basename(file)) || file.startsWith('__local/');
}
