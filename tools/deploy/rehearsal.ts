import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';

import { parseRuleset } from '@foldmark/firestore-emulator/src/rules/ruleset';
import { routeBytes } from '#tools/checks/route-bytes.ts';
import { runStep } from '#tools/support/run-step.ts';
import { add, type Tally } from '#tools/support/tally.ts';
import { runAll, Undecided, type Check } from './check.ts';
import { deployedConfig, policyFaults } from './deployed-config.ts';
import {
  ENVIRONMENT_NAMES,
  functionSettings,
  placeholdersIn,
  readEnvironments,
  type Environments,
} from './environments.ts';
import { readFirebaseJson, type FirebaseJson } from './firebase-json.ts';
import {
  checkIndexes,
  configErrors,
  functionsFiles,
  headersFor,
  hostingFiles,
  parseDotenv,
  planFunctions,
} from './firebase-tools.ts';
import { discover, dotenvOf, installAlone, loadChunks, type Manifest } from './functions-alone.ts';
import { callAlone } from './call-functions-alone.ts';
import { headerFaults, RESERVED, reservedFaults, type Kind } from './hosting-headers.ts';
import { withLocalHosting } from './local-hosting.ts';
import { leaks } from './published.ts';
import { secretsHere } from './secrets.ts';
import { checkServiceAccounts } from './service-accounts.ts';
import { checkTemplate } from './uploads-template.ts';

const ROOT = join(import.meta.dirname, '../..');
const REGION = 'us-east1';

export interface Rehearsal {
  readonly outcome: Tally;
  /** What the functions say of themselves; null where that was not found out. */
  readonly manifest: Manifest | null;
}

/** Everything of a deployment that needs no network and no account. */
export async function rehearse(say: (line: string) => void, { fresh = false } = {}): Promise<Rehearsal> {
  let manifest: Manifest | null = null;
  let described: unknown;
  const config = readFirebaseJson(await read('firebase.json'));
  const source = join(ROOT, config.functions[0].source);
  const built = await runAll([{ name: 'web app and functions build', run: async () => build(fresh) }], say);
  // What an earlier build left says nothing about this one.
  if (built.failed > 0) return { outcome: built, manifest };
  const alone = await mkdtemp(join(tmpdir(), 'foldmark-functions-'));
  const checks: Check[] = [
    { name: 'values of the environments', run: checkEnvironments },
    { name: 'firebase.json against its schema', run: checkConfig },
    { name: 'security rules compile', run: async () => checkRules(config) },
    { name: 'indexes and expiry', run: async () => checkIndexesFile(config) },
    {
      name: 'functions install alone',
      run: async () => installAlone(await functionsFiles(source, config.functions[0].ignore), source, alone),
    },
    {
      name: 'functions load alone',
      run: async () => {
        refuseUninstalled(alone);
        const found = await discover(alone);
        const { runtime } = config.functions[0];
        const here = `nodejs${process.versions.node.split('.')[0] ?? ''}`;
        if (here !== runtime) throw new Error(`This is ${here}, the cloud has ${runtime}.`);
        described = found.raw;
        manifest = found.manifest;
        await checkRequiredApis(manifest);
        return `${checkFunctions(manifest, config)}, ${await loadChunks(alone)} chunks`;
      },
    },
    {
      name: 'accounts of the functions',
      run: async () => {
        if (manifest === null) throw new Undecided('they were not loaded');
        return checkAccounts(described, manifest, config.functions[0].runtime);
      },
    },
    {
      name: 'functions answer alone',
      run: async () => {
        refuseUninstalled(alone);
        return callAlone(alone);
      },
    },
    { name: 'headers of Hosting', run: async () => checkHosting(config) },
    { name: 'nothing private is published', run: async () => checkPublished(config) },
    { name: 'script of each route', run: checkRouteBytes },
    { name: 'policies of the environments', run: async () => checkPolicies(config) },
    {
      name: 'template of the uploads',
      run: async () => checkTemplate(join(ROOT, 'deploy/aws-uploads.yaml')),
    },
  ];
  try {
    return { outcome: add(built, await runAll(checks, say)), manifest };
  } finally {
    await rm(alone, { recursive: true, force: true });
  }
}

function refuseUninstalled(folder: string): void {
  if (!existsSync(join(folder, 'node_modules'))) throw new Undecided('they are not installed');
}

export async function environmentsHere(): Promise<Environments> {
  return readEnvironments(await read('deploy/environments.json'), await read('.firebaserc'));
}

async function read(file: string): Promise<string> {
  return readFile(join(ROOT, file), 'utf8');
}

async function build(fresh: boolean): Promise<string> {
  const { ok, output } = await runStep('node', ['tools/build.ts', ...(fresh ? [] : ['--if-stale'])]);
  if (!ok) throw new Error(output);
  return output;
}

async function checkEnvironments(): Promise<string> {
  const environments = await environmentsHere();
  return ENVIRONMENT_NAMES.map((name) => {
    const open = placeholdersIn(environments[name]);
    return `${name}: ${open.length === 0 ? 'complete' : `still to fill in are ${open.join(', ')}`}`;
  }).join('\n');
}

async function checkConfig(): Promise<string> {
  const { emulators, ...config }: { emulators: object } = JSON.parse(await read('firebase.json'));
  // The stand-in for AWS has its port beside those of the official emulators, which pass over it.
  const official = Object.fromEntries(Object.entries(emulators).filter(([name]) => name !== 'aws'));
  const errors = configErrors({ ...config, emulators: official });
  if (errors.length > 0) throw new Error(errors.join('\n'));
  return 'as firebase-tools has it';
}

async function checkRules({ firestore }: FirebaseJson): Promise<string> {
  const { warnings } = parseRuleset(await read(firestore.rules));
  if (warnings.length > 0) throw new Error(warnings.join('\n'));
  return 'without a warning';
}

async function checkIndexesFile({ firestore }: FirebaseJson): Promise<string> {
  const spec: {
    readonly indexes: readonly unknown[];
    readonly fieldOverrides: readonly { readonly ttl?: boolean }[];
  } = JSON.parse(await read(firestore.indexes));
  checkIndexes(spec);
  const expiring = spec.fieldOverrides.filter(({ ttl }) => ttl === true).length;
  return `${spec.indexes.length} composite, ${spec.fieldOverrides.length} single fields, ${expiring} of them expire`;
}

/** A service that the functions need and the way to a deployment does not enable stops the first deployment. */
async function checkRequiredApis({ requiredAPIs }: Manifest): Promise<void> {
  const way = await read('deploy/README.md');
  const missing = requiredAPIs.filter(({ api }) => !way.includes(api)).map(({ api }) => api);
  if (missing.length > 0) throw new Error(`deploy/README.md does not enable ${missing.join(', ')}.`);
}

function checkFunctions({ endpoints }: Manifest, { hosting }: FirebaseJson): string {
  for (const [name, { region, httpsTrigger, taskQueueTrigger, ...limits }] of Object.entries(endpoints)) {
    if (region.join(' ') !== REGION) throw new Error(`${name} would run in ${region.join(' ')}.`);
    if (typeof limits.maxInstances !== 'number') throw new Error(`Nothing limits how often ${name} runs.`);
    const open = [httpsTrigger, taskQueueTrigger].some((trigger) => trigger?.invoker?.includes('public'));
    if (open !== (name === 'api')) throw new Error(`${name} can be called by ${open ? 'all' : 'nobody'}.`);
  }
  for (const { function: target } of hosting.rewrites) {
    if (target === undefined) continue;
    if (endpoints[target.functionId]?.region.includes(target.region) !== true) {
      throw new Error(`Hosting hands calls to ${target.functionId} in ${target.region}, which is not there.`);
    }
  }
  return `${Object.keys(endpoints).join(', ')} in ${REGION}`;
}

/** What the CLI would do at the first deployment to each environment, up to where it needs the project. */
async function checkAccounts(described: unknown, { params }: Manifest, runtime: string): Promise<string> {
  const environments = await environmentsHere();
  const accounts = ENVIRONMENT_NAMES.map(async (name) => {
    const { projectId } = environments[name];
    const dotenv = parseDotenv(dotenvOf(params, functionSettings(name, environments[name])));
    return checkServiceAccounts(
      await planFunctions(described, { projectId, region: REGION, runtime, dotenv }),
      projectId,
    );
  });
  return (await Promise.all(accounts)).join('\n');
}

async function checkHosting({ hosting }: FirebaseJson): Promise<string> {
  const files = hostingFiles(join(ROOT, hosting.public), hosting.ignore);
  const hashed = files.find((file) => file.startsWith('assets/') && file.endsWith('.js'));
  if (hashed === undefined) throw new Error('The built app has no script.');
  const paths: readonly (readonly [string, Kind])[] = [
    ['/', 'page'],
    ['/folders/1', 'page'],
    [`/${hashed}`, 'hashed'],
  ];
  return withLocalHosting(hosting, async (url) => {
    const faults = [];
    for (const [path, kind] of paths) {
      const { status, headers } = await fetch(`${url}${path}`);
      if (status !== 200) faults.push(`${path}: answers ${status}`);
      faults.push(...headerFaults(kind, headers).map((fault) => `${path}: ${fault}`));
    }
    // After a deployment, an old page asks for scripts that are gone; the app's page must not be kept under their names.
    const { status } = await fetch(`${url}/assets/gone-0000.js`);
    if (status !== 404) faults.push(`/assets/gone-0000.js: answers ${status} and not 404`);
    // Hosting has pages of its own there, which our page frames to sign in (docs/decisions/025).
    const reserved = await fetch(`${url}${RESERVED}`);
    if (reserved.status !== 404) faults.push(`${RESERVED}: answers ${reserved.status} and not 404`);
    // The emulator has none of these pages, and gives what it lacks the headers of /404.html.
    const ours = headersFor(RESERVED, hosting.headers);
    faults.push(...reservedFaults(ours).map((fault) => `${RESERVED}: ${fault}`));
    if (faults.length > 0) throw new Error(faults.join('\n'));
    return `${paths.length} addresses, served by the emulator`;
  });
}

async function checkPublished({ hosting, functions }: FirebaseJson): Promise<string> {
  const app = join(ROOT, hosting.public);
  const source = join(ROOT, functions[0].source);
  const published = hostingFiles(app, hosting.ignore);
  const uploaded = await functionsFiles(source, functions[0].ignore);
  const environments = await environmentsHere();
  const faults = await leaks(
    { path: app, files: published },
    { path: source, files: uploaded.map((file) => relative(source, file)) },
    {
      secrets: await secretsHere(process.env, join(source, '.secret.local')),
      apiKeys: ENVIRONMENT_NAMES.map((name) => environments[name].apiKey),
    },
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  return `${published.length} files published, ${uploaded.length} uploaded`;
}

async function checkRouteBytes(): Promise<string> {
  const routes = await routeBytes();
  const over = routes.filter(
    ({ scriptBytes, budgetBytes }) => budgetBytes !== null && scriptBytes > budgetBytes,
  );
  if (over.length > 0) throw new Error(`above what was promised: ${over.map(({ name }) => name).join(', ')}`);
  return `${routes.length} routes, none above what was promised`;
}

async function checkPolicies(config: FirebaseJson): Promise<string> {
  const environments = await environmentsHere();
  const faults = ENVIRONMENT_NAMES.flatMap((name) =>
    policyFaults(deployedConfig(config, environments[name]), environments[name]).map(
      (fault) => `${name}: ${fault}`,
    ),
  );
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const on = ENVIRONMENT_NAMES.filter((name) => environments[name].appCheck.siteKey !== '');
  return `each reaches its bucket; App Check is on in ${on.length === 0 ? 'none' : on.join(' and ')}`;
}
