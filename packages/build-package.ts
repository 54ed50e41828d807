import { copyFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { build, type OutputAsset, type OutputChunk } from 'rolldown';
import { isolatedDeclaration } from 'rolldown/experimental';

interface PackageBuild {
  /** The folder of the package. */
  readonly root: string;
  /** The entry points of the bundles, by name. `index` is the library. */
  readonly input: Readonly<Record<string, string>>;
  /** Dependencies that npm installs with the package. The bundles contain all others. */
  readonly external?: readonly string[];
  /** Files of dependencies to copy into `dist`, by their new names. */
  readonly files?: Readonly<Record<string, string>>;
}

const LICENSE_FILE = /^(?:licen[cs]e|copying|notice)/iu;

/**
 * Bundles a package into `dist`, for Node 20 and newer. A bundle needs no type stripping and few or no dependencies. It starts
 * in half the time, since Node reads one file instead of 300.
 */
export async function buildPackage({ root, input, external = [], files = {} }: PackageBuild): Promise<void> {
  const dist = join(root, 'dist');
  const { output } = await build({
    cwd: root,
    input: { ...input },
    platform: 'node',
    external: [...external],
    transform: { target: 'node20' },
    output: { dir: dist, format: 'esm', sourcemap: true, cleanDir: true },
    logLevel: 'warn',
  });
  for (const [name, file] of Object.entries(files)) await copyFile(file, join(dist, name));
  const sources = [...output.flatMap(sourcesOf), ...Object.values(files)];
  await writeFile(join(dist, 'THIRD-PARTY-NOTICES.txt'), await noticesOf(sources));
  await writeFile(join(dist, 'index.d.ts'), await declarations(join(root, 'src/index.ts')));
}

/** The type declarations of the library. Its index file must declare all of its types itself. */
async function declarations(file: string): Promise<string> {
  const { code, errors } = await isolatedDeclaration(file, await readFile(file, 'utf8'));
  const [error] = errors;
  if (error !== undefined) throw new Error(`${file}: ${error.message}`);
  if (/from ['"]/u.test(code)) throw new Error(`${file}: a type of the library comes from another file.`);
  return code;
}

function sourcesOf(file: OutputChunk | OutputAsset): string[] {
  if (file.type !== 'chunk') return [];
  return Object.entries(file.modules).flatMap(([id, { renderedLength }]) => (renderedLength > 0 ? [id] : []));
}

/** The licenses of the packages that contain these files. */
async function noticesOf(files: readonly string[]): Promise<string> {
  const roots = new Set(
    files.flatMap((file) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(file)?.[0] ?? []),
  );
  const sections = await Promise.all([...roots].toSorted().map(noticeOf));
  return sections.join(`\n${'-'.repeat(80)}\n\n`);
}

async function noticeOf(root: string): Promise<string> {
  const { name, version, license }: Readonly<Record<string, unknown>> = JSON.parse(
    await readFile(join(root, 'package.json'), 'utf8'),
  );
  const files = (await readdir(root)).filter((file) => LICENSE_FILE.test(file)).toSorted();
  const texts = await Promise.all(files.map(async (file) => readFile(join(root, file), 'utf8')));
  return (
    [`${String(name)} ${String(version)} (${String(license)})`, ...texts.map((text) => text.trim())].join(
      '\n\n',
    ) + '\n'
  );
}
