import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { PROJECT_ROOT } from '#tools/suite/places.ts';
import { callStandaloneApi } from './call-standalone-api.ts';
import { CheckSkipped, type Check } from './check.ts';
import { ENVIRONMENT_NAMES, functionSettings } from './environments.ts';
import type { FirebaseJson } from './firebase-json.ts';
import { functionsFiles, parseDotenv, planFunctions } from './firebase-tools.ts';
import { projectEnvironments, readProjectFile } from './project-files.ts';
import { checkServiceAccounts } from './service-accounts.ts';
import {
  discoverFunctions,
  dotenvOf,
  installStandalone,
  loadChunks,
  type DiscoveredFunctions,
  type Manifest,
} from './standalone-functions.ts';

const REGION = 'us-east1';

interface FunctionsChecks {
  readonly checks: readonly Check[];
  /** The manifest that the functions reported; null until they have loaded. */
  readonly manifest: () => Manifest | null;
}

/** Installs the functions in `folder` as the cloud does, and checks them there. Each check needs the one before it. */
export function functionsChecks(config: FirebaseJson, folder: string): FunctionsChecks {
  const { source, ignore, runtime } = config.functions[0];
  const sourceFolder = join(PROJECT_ROOT, source);
  let discovered: DiscoveredFunctions | null = null;
  const checks: readonly Check[] = [
    {
      name: 'functions install alone',
      run: async () => installStandalone(await functionsFiles(sourceFolder, ignore), sourceFolder, folder),
    },
    {
      name: 'functions load alone',
      run: async () => {
        requireInstalled(folder);
        const found = await discoverFunctions(folder);
        checkNodeVersion(runtime);
        discovered = found;
        await checkRequiredApis(found.manifest);
        return `${checkEndpoints(found.manifest, config)}, ${await loadChunks(folder)} chunks`;
      },
    },
    {
      name: 'accounts of the functions',
      run: async () => {
        if (discovered === null) throw new CheckSkipped('the functions did not load');
        return checkAccounts(discovered, runtime);
      },
    },
    {
      name: 'functions answer alone',
      run: async () => {
        requireInstalled(folder);
        return callStandaloneApi(folder);
      },
    },
  ];
  return { checks, manifest: () => discovered?.manifest ?? null };
}

function requireInstalled(folder: string): void {
  if (!existsSync(join(folder, 'node_modules'))) throw new CheckSkipped('the functions are not installed');
}

function checkNodeVersion(runtime: string): void {
  const local = `nodejs${process.versions.node.split('.')[0] ?? ''}`;
  if (local !== runtime) throw new Error(`This machine runs ${local}, the cloud ${runtime}.`);
}

/** The first deployment fails if the functions need a Google service that deploy/README.md does not enable. */
async function checkRequiredApis({ requiredAPIs }: Manifest): Promise<void> {
  const readme = await readProjectFile('deploy/README.md');
  const missing = requiredAPIs.filter(({ api }) => !readme.includes(api)).map(({ api }) => api);
  if (missing.length > 0) throw new Error(`deploy/README.md does not enable ${missing.join(', ')}.`);
}

function checkEndpoints({ endpoints }: Manifest, { hosting }: FirebaseJson): string {
  for (const [name, { region, httpsTrigger, taskQueueTrigger, ...limits }] of Object.entries(endpoints)) {
    if (region.join(' ') !== REGION) throw new Error(`${name} would run in ${region.join(' ')}.`);
    if (typeof limits.maxInstances !== 'number') throw new Error(`${name} has no maxInstances.`);
    const isPublic = [httpsTrigger, taskQueueTrigger].some((trigger) => trigger?.invoker?.includes('public'));
    if (isPublic !== (name === 'api'))
      throw new Error(`${name} ${isPublic ? 'must not be public' : 'must be public, and is not'}.`);
  }
  for (const { function: target } of hosting.rewrites) {
    if (target === undefined) continue;
    if (endpoints[target.functionId]?.region.includes(target.region) !== true) {
      throw new Error(
        `Hosting rewrites to ${target.functionId} in ${target.region}, but no such function exists.`,
      );
    }
  }
  return `${Object.keys(endpoints).join(', ')} in ${REGION}`;
}

/** Plans the first deployment to each environment with the CLI's code, up to its first call to the project. */
async function checkAccounts({ manifest, raw }: DiscoveredFunctions, runtime: string): Promise<string> {
  const environments = await projectEnvironments();
  const accounts = ENVIRONMENT_NAMES.map(async (name) => {
    const { projectId } = environments[name];
    const dotenv = parseDotenv(dotenvOf(manifest.params, functionSettings(name, environments[name])));
    return checkServiceAccounts(
      await planFunctions(raw, { projectId, region: REGION, runtime, dotenv }),
      projectId,
    );
  });
  return (await Promise.all(accounts)).join('\n');
}
