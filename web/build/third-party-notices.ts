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
  /** Of its license files; empty where it ships none. */
  readonly text: string;
}

/**
 * Writes the licenses of all packages that the bundles contain beside them. The worker and the service worker are builds of
 * their own; each build that has this plugin adds its packages and writes the file again.
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
          // Of a style sheet nothing is left in the script: it is a file of its own.
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

/** Packages with the same license text share it. One without a text shares that of its license, or the build fails. */
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

/** Only a text without a copyright line of its own serves another package, too: that of Apache 2.0 does. */
function textFor({ name, license }: Notice, all: readonly Notice[]): string {
  const text = all.find((other) => other.license === license && other.text.includes('END OF TERMS'))?.text;
  if (text === undefined)
    throw new Error(`${name} ships no license text, and no other package has that of ${license}.`);
  return text;
}

function keyOf({ name, version }: Notice): string {
  return `${name} ${version}`;
}
