/**
 * `npm run -s read-library -- FILE` prints only the JSON of what the import reads from a file, for support and for tests. Folders
 * are lists of names here, and `[]` is the top level.
 */
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { LibraryFile } from '@foldmark/library/files/library-file';
import { readLibrary } from '@foldmark/library/files/reading/read-library';

const [file] = process.argv.slice(2);
try {
  if (file === undefined) throw new Error('Usage: npm run -s read-library -- FILE');
  const result = await readLibrary(await readFile(resolve(process.env['INIT_CWD'] ?? '.', file)), Date.now());
  process.stdout.write(`${JSON.stringify('refused' in result ? result : withPaths(result))}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}

function withPaths(result: LibraryFile) {
  const paths: (readonly string[])[] = [];
  // A folder comes after its parent.
  for (const { name, parent } of result.folders) paths.push([...(paths[parent] ?? []), name]);
  const links = result.links.map((link) => ({
    ...link,
    folders: link.folders.map((folder) => paths[folder] ?? []),
  }));
  return { ...result, links, folders: paths };
}
