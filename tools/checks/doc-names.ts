import { matchesGlob } from 'node:path';

/** The names that exist in the project. */
export interface Known {
  /** Paths from the root, with forward slashes. */
  readonly files: readonly string[];
  /** The scripts of package.json. */
  readonly scripts: ReadonlySet<string>;
}

const CODE = /(?<!`)`(?<code>[^`]+)`(?!`)/g;
const SCRIPT = /\bnpm run (?<name>[\w:-]+)|\bnpm (?<short>start|test)\b/g;
/** The docs abbreviate related scripts: `npm run test:unit` (`:rules`, `:start`). */
const SIBLINGS = /`npm run test:\w+` \((?<siblings>[^)]*)\)/g;
const FILE = /^[\w@.*/-]+\.(?:tsx?|mjs|js|json|md|ya?ml|rules|css)$/;
const PATH = /^[\w.*-]+(?:\/[\w.*-]+)*\/?$/;
/** Files that a build, an installation or a run creates. They may be missing. */
const GENERATED = /^(?:\.local|node_modules)\b|\/(?:dist|lib|node_modules)(?:\/|$)/;
/** A placeholder name in the docs, such as `x.test.ts`. */
const EXAMPLE = /^x\./;

/** The files and npm scripts in a Markdown text that do not exist. */
export function unknownNames(markdown: string, known: Known): string[] {
  const codes = [...markdown.matchAll(CODE)].map(({ groups }) => groups?.['code'] ?? '');
  const scripts = [...markdown.matchAll(SCRIPT)].map(
    ({ groups }) => groups?.['name'] ?? groups?.['short'] ?? '',
  );
  const siblings = [...markdown.matchAll(SIBLINGS)].flatMap(({ groups }) =>
    [...(groups?.['siblings'] ?? '').matchAll(/:\w+/g)].map(([name]) => `test${name}`),
  );
  return [
    ...[...scripts, ...siblings].filter((name) => !known.scripts.has(name)).map((name) => `npm run ${name}`),
    ...codes.filter((code) => isFile(code, known) && !exists(code, known)),
  ];
}

/** Whether a code is a file: a path that starts with a top-level folder, a file name, or the end of a path. */
function isFile(code: string, { files }: Known): boolean {
  if (GENERATED.test(code) || EXAMPLE.test(code) || code.startsWith('@')) return false;
  if (FILE.test(code)) return !code.startsWith('/');
  const [root = '', ...rest] = code.split('/');
  return rest.length > 0 && PATH.test(code) && files.some((file) => file.startsWith(`${root}/`));
}

function exists(code: string, { files }: Known): boolean {
  const path = code.replace(/\/$/, '');
  return files.some(
    (file) =>
      file === path ||
      file.startsWith(`${path}/`) ||
      file.endsWith(`/${path}`) ||
      (path.includes('*') && matchesGlob(file, path)),
  );
}
