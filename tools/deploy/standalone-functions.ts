import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import * as z from 'zod';

import { CheckSkipped } from './check.ts';

const run = promisify(execFile);

const NETWORK_ERROR = /ENOTCACHED|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

const paramSchema = z.object({
  name: z.string(),
  type: z.string(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
});

const manifestSchema = z.object({
  endpoints: z.record(
    z.string(),
    z.object({
      region: z.array(z.string()),
      maxInstances: z.number().nullish(),
      httpsTrigger: z.object({ invoker: z.array(z.string()).optional() }).optional(),
      taskQueueTrigger: z.object({ invoker: z.array(z.string()).optional() }).optional(),
    }),
  ),
  params: z.array(paramSchema),
  requiredAPIs: z.array(z.object({ api: z.string() })),
});

export type Manifest = z.infer<typeof manifestSchema>;

export interface DiscoveredFunctions {
  readonly manifest: Manifest;
  /** The whole manifest, with the fields that our schema leaves out. */
  readonly raw: unknown;
}

type Param = z.infer<typeof paramSchema>;

/** Copies the files that a deployment uploads to a folder outside the project, and installs there as the cloud does. */
export async function installStandalone(
  files: readonly string[],
  source: string,
  target: string,
): Promise<string> {
  for (const file of files) await cp(file, join(target, relative(source, file)));
  const options = ['--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', '--loglevel=error'];
  try {
    await run('npm', ['ci', ...options], { cwd: target, env: withoutNpmScript(process.env) });
  } catch (error) {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
    if (NETWORK_ERROR.test(output)) {
      throw new CheckSkipped("npm can't reach the registry, and its cache lacks some packages", {
        cause: error,
      });
    }
    throw new Error(`npm ci failed:\n${output}`, { cause: error });
  }
  const { packages } = z
    .object({ packages: z.record(z.string(), z.unknown()) })
    .parse(JSON.parse(await readFile(join(target, 'node_modules/.package-lock.json'), 'utf8')));
  return `${files.length} files, ${Object.keys(packages).length} packages`;
}

/** Runs the installed functions as firebase-tools does, with a minimal environment, and reads the manifest they write. */
export async function discoverFunctions(folder: string): Promise<DiscoveredFunctions> {
  const file = join(folder, 'functions.manifest.json');
  await run(
    process.execPath,
    [join(folder, 'node_modules/firebase-functions/lib/bin/firebase-functions.js'), folder],
    {
      cwd: folder,
      env: bareEnvironment({ FUNCTIONS_CONTROL_API: 'true', FUNCTIONS_MANIFEST_OUTPUT_PATH: file }),
    },
  );
  const raw: unknown = JSON.parse(await readFile(file, 'utf8'));
  return { manifest: manifestSchema.parse(raw), raw };
}

/** Loads every chunk, since a chunk that a call imports later must find its packages too. */
export async function loadChunks(folder: string): Promise<number> {
  const lib = join(folder, 'lib');
  const chunks = (await readdir(lib)).filter((name) => name.endsWith('.js'));
  const urls = chunks.map((name) => pathToFileURL(join(lib, name)).href);
  const script = `for (const url of ${JSON.stringify(urls)}) await import(url); process.exit();`;
  await run(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: folder,
    env: bareEnvironment({}),
  });
  return chunks.length;
}

/** The dotenv file of a deployment. The CLI prompts for each parameter that is not in it, even if it has a default. */
export function dotenvOf(params: readonly Param[], settings: Readonly<Record<string, string>>): string {
  const lines = params
    .filter(({ type }) => type !== 'secret')
    .map(({ name, default: byDefault }) => {
      const value = settings[name] ?? byDefault;
      if (value === undefined) throw new Error(`The functions have a parameter ${name} without a value.`);
      return `${name}=${JSON.stringify(String(value))}`;
    });
  return `${lines.join('\n')}\n`;
}

/** Keeps only the variables that the cloud also has. */
function bareEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { HOME, PATH } = process.env;
  return { HOME, PATH, GCLOUD_PROJECT: 'demo-rehearsal', ...more };
}

/** npm passes its project folder to scripts in variables. With them, a nested npm would install there instead of in `cwd`. */
function withoutNpmScript(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^npm_(?:package|lifecycle|config_(?:local_prefix|workspace))/.test(name),
    ),
  );
}
