import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';

import { secretsIn, type Known } from './secrets.ts';

/** Files that only developers need. Source maps may be uploaded with the functions, for their stack traces. */
const NEVER_PUBLISHED = /\.map$|\.test\.|\.tsx?$|^\.|\.secret|\.local$|\.log$|\.pem$|\.key$/;
const NEVER_UPLOADED = /\.test\.|\.ts$|^\.|\.secret|\.local$|\.log$|\.pem$|\.key$/;

interface Folder {
  readonly path: string;
  /** The paths of the files, relative to the folder. */
  readonly files: readonly string[];
}

/** A message for each private file or secret among the files that Hosting publishes or the cloud receives. */
export async function findLeaks(published: Folder, uploaded: Folder, known: Known): Promise<string[]> {
  const faults = [
    ...published.files.filter((file) => isOurs(file, NEVER_PUBLISHED)).map((file) => `${file} is published`),
    ...uploaded.files.filter((file) => isOurs(file, NEVER_UPLOADED)).map((file) => `${file} is uploaded`),
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
