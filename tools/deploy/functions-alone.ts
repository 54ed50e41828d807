import { execFile } from 'node:child_process';
import { cp, readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

import * as z from 'zod';

import { Undecided } from './check.ts';

const run = promisify(execFile);

const OUT_OF_REACH = /ENOTCACHED|EAI_AGAIN|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH/;

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
type Param = z.infer<typeof paramSchema>;

/** Puts the uploaded files of a functions folder where no other package can be found, and installs as the cloud does. */
export async function installAlone(
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
    if (OUT_OF_REACH.test(output)) {
      throw new Undecided('the registry is out of reach, and not everything is in the cache of npm', {
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

/** Asks the installed folder for its functions, in the way and with the little environment of firebase-tools. */
export async function discover(folder: string): Promise<{ manifest: Manifest; raw: unknown }> {
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

/** Loads every chunk: one that is first needed in the middle of a call must find its packages as well. */
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

/** The dotenv file of a deployment. The CLI asks a person for each parameter that is not in it, default or no default. */
export function dotenvOf(params: readonly Param[], settings: Readonly<Record<string, string>>): string {
  const lines = params
    .filter(({ type }) => type !== 'secret')
    .map(({ name, default: byDefault }) => {
      const value = settings[name] ?? byDefault;
      if (value === undefined) throw new Error(`The functions ask for ${name}, and nothing says what it is.`);
      return `${name}=${JSON.stringify(String(value))}`;
    });
  return `${lines.join('\n')}\n`;
}

/** Nothing of this machine that could stand in for what the cloud lacks. */
function bareEnvironment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { HOME, PATH } = process.env;
  return { HOME, PATH, GCLOUD_PROJECT: 'demo-rehearsal', ...more };
}

/** npm tells what it starts where its project is, and an npm started by that would believe it. */
function withoutNpmScript(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(
      ([name]) => !/^npm_(?:package|lifecycle|config_(?:local_prefix|workspace))/.test(name),
    ),
  );
}
