import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { build, minify, type Plugin } from 'vite';

const WEB = join(import.meta.dirname, '..');
const POLICY_FILE = join(WEB, '../firebase.json');
/**
 * Adds the library's style sheet, whose rules override those of the page's style sheets only if they come later. Module scripts
 * wait for these style sheets too.
 */
const AFTER_STYLES = 'first-screen.js';
/** The classic scripts of the page. */
const SCRIPTS = /(?:\s*<script src="\/[\w-]+\.js"><\/script>)+/;
const NAME = /[\w-]+\.js/g;

/** Runs before the app. A page that Vite serves works without it. */
const AHEAD = 'src/app/start/ahead.ts';

/**
 * Inlines the page's scripts of public/ and AHEAD, minified: each file would be a request before the first paint, and a round trip
 * before AHEAD could ask for anything. One script runs at once, and another after the style sheets. Fails if the
 * Content-Security-Policy of firebase.json doesn't have their hashes.
 */
export function inlineScripts(): Plugin {
  let publicFolder = '';
  let target: string | string[] = [];
  const inlined: string[] = [];
  return {
    name: 'inline-scripts',
    apply: 'build',
    configResolved: ({ publicDir, build: { target: browsers } }) => {
      publicFolder = publicDir;
      target = browsers === false ? [] : browsers;
    },
    transformIndexHtml: {
      order: 'post',
      handler: async (html) => {
        const [elements] = SCRIPTS.exec(html) ?? [];
        if (elements === undefined) throw new Error('The page has no scripts to inline.');
        const names: readonly string[] = elements.match(NAME) ?? [];
        inlined.push(...names);
        const elementOf = async (isLate: boolean) => {
          const files = names.filter((name) => (name === AFTER_STYLES) === isLate);
          const sources = await Promise.all(
            files.map(async (name) => readFile(join(publicFolder, name), 'utf8')),
          );
          const script = await scriptOf(isLate ? sources : [...sources, await bundleOf(AHEAD, target)]);
          await requireHash(script);
          return `\n    <script>${script}</script>`;
        };
        const [first, last] = [await elementOf(false), await elementOf(true)];
        return html.replace(elements, () => first).replace(/\s*<\/head>/, () => `${last}\n  </head>`);
      },
    },
    writeBundle: async ({ dir = '' }) => {
      for (const name of inlined.splice(0)) await rm(join(dir, name));
    },
  };
}

/** A module with all that it imports, as one script. */
async function bundleOf(entry: string, target: string | string[]): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: WEB,
    publicDir: false,
    build: { write: false, target, rolldownOptions: { input: join(WEB, entry), output: { format: 'iife' } } },
  });
  if (!('output' in built)) throw new Error('Vite returned no output.');
  return built.output[0].code;
}

/** Each source keeps its names to itself. */
async function scriptOf(sources: readonly string[]): Promise<string> {
  const { code, errors } = await minify('inline.js', sources.map((source) => `{${source}\n}`).join('\n'), {
    module: true,
  });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  const script = code.trim();
  if (/<\/script|<!--/i.test(script)) throw new Error('The script would end its element.');
  return script;
}

async function requireHash(script: string): Promise<void> {
  const hash = `'sha256-${createHash('sha256').update(script).digest('base64')}'`;
  if ((await readFile(POLICY_FILE, 'utf8')).includes(hash)) return;
  throw new Error(
    `A script of the page has changed. Its hash in script-src of firebase.json must be ${hash}.`,
  );
}
