import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { z } from 'zod';

import { BROWSERS, manifestOf, type Manifest } from './manifest.ts';
import { zipOf } from './zip.ts';

const MANIFEST = 'manifest.json';
const PACKAGE = join(import.meta.dirname, '../package.json');
const packageSchema = z.object({ version: z.string() });

/**
 * Makes a folder and a zip for each browser. The built files are in the first folder, and are the same for all; only the manifests
 * differ. Two builds of the same sources give the same bytes.
 */
export async function writePackages(folder: string): Promise<void> {
  const { version } = packageSchema.parse(JSON.parse(await readFile(PACKAGE, 'utf8')));
  for (const browser of BROWSERS) {
    const target = join(folder, browser);
    if (browser !== BROWSERS[0]) await cp(join(folder, BROWSERS[0]), target, { recursive: true });
    const manifest = manifestOf(browser, version);
    await writeFile(join(target, MANIFEST), textOf(manifest));
    await writeFile(join(folder, `foldmark-${browser}.zip`), await zipped(target, storeManifestOf(manifest)));
  }
}

/** The stores refuse a manifest with a key, because they sign with their own. */
function storeManifestOf(manifest: Manifest): Manifest {
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== 'key'));
}

function textOf(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function zipped(folder: string, manifest: Manifest): Promise<Uint8Array> {
  const entries = [{ name: MANIFEST, content: Buffer.from(textOf(manifest)) }];
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile() || entry.name === MANIFEST) continue;
    const file = join(entry.parentPath, entry.name);
    entries.push({ name: relative(folder, file).replaceAll('\\', '/'), content: await readFile(file) });
  }
  return zipOf(entries);
}
