import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';

import { z } from 'zod';

import { BROWSERS, manifestOf, type Manifest } from './manifest.ts';
import { type ZipEntry, zipOf } from './zip.ts';

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
    const zip = await zippedFolder(target, { [MANIFEST]: textOf(storeManifestOf(manifest)) });
    await writeFile(join(folder, `foldmark-${browser}.zip`), zip);
  }
}

/** The stores refuse a manifest with a key, because they sign with their own. */
function storeManifestOf(manifest: Manifest): Manifest {
  return Object.fromEntries(Object.entries(manifest).filter(([name]) => name !== 'key'));
}

function textOf(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** A zip of the files of a folder. Those of `texts` have other contents. */
export async function zippedFolder(
  folder: string,
  texts: Readonly<Record<string, string>> = {},
): Promise<Uint8Array> {
  const entries: ZipEntry[] = [];
  for await (const entry of glob('**/*', { cwd: folder, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    const name = relative(folder, file).replaceAll('\\', '/');
    const text = texts[name];
    entries.push({ name, content: text === undefined ? await readFile(file) : Buffer.from(text) });
  }
  return zipOf(entries);
}
