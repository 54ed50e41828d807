import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';
import type { Plugin } from 'vite';

const FILE = 'THIRD-PARTY-NOTICES.txt';
const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/i;
const INTRODUCTION = 'Foldmark contains the following third-party software.\n';

const packageSchema = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)]).optional(),
});

interface Notice {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly author: string;
  /** The text of its license files. Empty if it ships none. */
  readonly text: string;
}

/**
 * Writes the licenses of all packages in the bundles to a file beside them. Workers and the service worker are separate builds;
 * each build with this plugin adds its packages and rewrites the file.
 */
export function thirdPartyNotices(folder: string): Plugin {
  const roots = new Set<string>();
  return {
    name: 'third-party-notices',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { renderedLength }] of Object.entries(file.modules)) {
          const root = packageOf(id);
          // A style sheet has no rendered code, because it becomes a separate file.
          if (root !== null && (renderedLength > 0 || /\.css(?:\?|$)/.test(id))) roots.add(root);
        }
      }
    },
    writeBundle: async () => {
      await writeFile(join(folder, FILE), noticesOf([...roots].map(read)));
    },
  };
}

/** The folder of the package that a module belongs to, or null for our own modules. */
export function packageOf(id: string): string | null {
  return /^\0?(?<root>.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/.exec(id)?.groups?.['root'] ?? null;
}

function read(root: string): Notice {
  const { author = '', ...about } = packageSchema.parse(
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')),
  );
  const files = readdirSync(root).filter((file) => LICENSE_FILE.test(file));
  const text = files.toSorted().map((file) => readFileSync(join(root, file), 'utf8').trim());
  return { ...about, author, text: text.join('\n\n') };
}

/** Packages with the same license text share one section. A package without a text gets its license's common text. */
export function noticesOf(notices: readonly Notice[]): string {
  const byName = [...notices].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const sections = new Map<string, Notice[]>();
  for (const notice of byName) {
    const text = notice.text === '' ? textFor(notice, byName) : notice.text;
    const same = sections.get(text) ?? [];
    if (!same.some((other) => keyOf(other) === keyOf(notice))) same.push(notice);
    sections.set(text, same);
  }
  return [INTRODUCTION, ...[...sections].map(([text, same]) => `${titlesOf(same)}\n\n${text}\n`)].join(
    `\n${'-'.repeat(80)}\n\n`,
  );
}

function titlesOf(notices: readonly Notice[]): string {
  return notices
    .map(({ name, version, license, author }) =>
      [`${name} ${version} (${license})`, author].filter((part) => part !== '').join(', '),
    )
    .join('\n');
}

/** Only a text without a package's copyright line can be shared, as that of Apache 2.0. Throws if there is none. */
function textFor({ name, license }: Notice, all: readonly Notice[]): string {
  const text = all.find((other) => other.license === license && other.text.includes('END OF TERMS'))?.text;
  if (text === undefined)
    throw new Error(`${name} ships no license text, and no other package has that of ${license}.`);
  return text;
}

function keyOf({ name, version }: Notice): string {
  return `${name} ${version}`;
}
