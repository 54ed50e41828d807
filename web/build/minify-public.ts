import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { minify, type Plugin } from 'vite';

/** Minifies the scripts of public/, which block every visitor's first paint. They are not bundled. */
export function minifyPublic(): Plugin {
  let folder = '';
  return {
    name: 'minify-public',
    apply: 'build',
    configResolved: ({ publicDir }) => {
      folder = publicDir;
    },
    writeBundle: async ({ dir = '' }) => {
      const scripts = (await readdir(folder)).filter((file) => file.endsWith('.js'));
      for (const file of scripts) {
        const { code, errors } = await minify(file, await readFile(join(folder, file), 'utf8'));
        if (errors.length > 0) throw new Error(`${file}: ${JSON.stringify(errors)}`);
        await writeFile(join(dir, file), code);
      }
    },
  };
}
