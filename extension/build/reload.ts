import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Plugin } from 'vite';

import { BROWSERS } from './manifest.ts';

const STAMP = 'build.txt';
const ENTRY = /\/src\/(?<folder>background|popup|panel|options)\/\k<folder>\.ts$/;

/**
 * Browsers read the files of an unpacked extension from the disk, so the stamp needs no server and no port. `storage.session` lasts
 * until the extension is loaded again, so a worker that starts late knows that it is old.
 */
const CLIENT = `
{
  const check = async () => {
    const stamp = await (await fetch(chrome.runtime.getURL('${STAMP}'), { cache: 'no-store' })).text();
    const { build = stamp } = await chrome.storage.session.get('build');
    if (build === stamp) await chrome.storage.session.set({ build });
    else chrome.runtime.reload();
  };
  check().catch(() => undefined);
  setInterval(() => check().catch(() => undefined), 1000);
}
`;

/**
 * `npm run dev`: an open page, or the worker while it runs, reloads the extension after each build. A release build does not use
 * this plugin.
 */
export function reloadAfterBuilds(): Plugin {
  return {
    name: 'reload-after-builds',
    transform: (code, id) => (ENTRY.test(id) ? { code: code + CLIENT, map: null } : null),
  };
}

/** Call it after all other files are written. */
export async function writeStamps(folder: string): Promise<void> {
  const stamp = crypto.randomUUID();
  for (const browser of BROWSERS) await writeFile(join(folder, browser, STAMP), stamp);
}
