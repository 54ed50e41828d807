import { readFile } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { PROJECT_ROOT } from '#tools/suite/places.ts';

const BUILT = join(PROJECT_ROOT, 'extension/dist/chrome');
const KB = 1000;

/**
 * The popup is parsed at each click on the icon, and the worker at each event after 30 idle seconds. The worker contains all changes
 * and the search language, because a worker of Chrome can't load code later.
 */
const BUDGETS = [
  { name: 'popup', entry: 'popup.html', budgetBytes: 40 * KB },
  { name: 'worker', entry: 'background.js', budgetBytes: 54 * KB },
  { name: 'panel', entry: 'panel.html', budgetBytes: null },
  { name: 'options', entry: 'options.html', budgetBytes: null },
] as const;

export interface EntryBytes {
  readonly name: string;
  readonly entry: string;
  /** The compressed bytes of the entry and all files that it names. */
  readonly bytes: number;
  /** Null if the entry has no budget. */
  readonly budgetBytes: number | null;
}

export async function extensionBytes(): Promise<readonly EntryBytes[]> {
  return Promise.all(
    BUDGETS.map(async (budget) => {
      const texts = await filesFrom(budget.entry, async (file) => readFile(join(BUILT, file), 'utf8'));
      const bytes = [...texts.values()].reduce((sum, text) => sum + gzipSync(text).length, 0);
      return { ...budget, bytes };
    }),
  );
}

const NAMED: Readonly<Record<string, RegExp>> = {
  '.html': /(?:src|href)="(?<file>[^"]+\.(?:js|css))"/g,
  '.js': /(?:\bfrom|\bimport\(?)\s*["'`](?<file>\.[^"'`]+\.js)["'`]/g,
};

/** The texts of a file and of all scripts and styles that it names, also indirectly, by their paths. */
export async function filesFrom(
  entry: string,
  read: (file: string) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  const waiting = [entry];
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (found.has(file)) continue;
    const text = await read(file);
    found.set(file, text);
    const naming = NAMED[extname(file)];
    for (const { groups } of naming === undefined ? [] : text.matchAll(naming)) {
      const named = groups?.['file'] ?? '';
      waiting.push(named.startsWith('/') ? named.slice(1) : join(dirname(file), named));
    }
  }
  return found;
}
