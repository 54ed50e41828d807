/** The offline steps of a deployment, by the code of firebase-tools itself. Its modules have no types. */
import { createRequire } from 'node:module';
import type { FirebaseJson } from './firebase-json.ts';

const require = createRequire(import.meta.url);

interface SchemaError {
  readonly instancePath: string;
}

interface Validate {
  (config: unknown): boolean;
  readonly errors?: readonly SchemaError[] | null;
}

/** One line for each mismatch between firebase.json and its schema. */
export function configErrors(config: unknown): string[] {
  const tools: {
    readonly getValidator: () => Validate;
    readonly getErrorMessage: (error: SchemaError) => string;
  } = require('firebase-tools/lib/firebaseConfigValidate.js');
  const validate = tools.getValidator();
  return validate(config) ? [] : (validate.errors ?? []).map((error) => tools.getErrorMessage(error));
}

/** Throws an error if the CLI would refuse to deploy these indexes. */
export function checkIndexes(spec: unknown): void {
  const {
    FirestoreApi,
  }: {
    FirestoreApi: new () => { validateSpec: (spec: unknown) => void };
  } = require('firebase-tools/lib/firestore/api.js');
  new FirestoreApi().validateSpec(spec);
}

/** The files of a functions folder that a deployment uploads. */
export async function functionsFiles(folder: string, ignore: readonly string[]): Promise<string[]> {
  const tools: {
    readonly readdirRecursive: (options: object) => Promise<readonly { readonly name: string }[]>;
  } = require('firebase-tools/lib/fsAsync.js');
  const files = await tools.readdirRecursive({ path: folder, ignoreStrings: ignore });
  return files.map(({ name }) => name).sort();
}

/** The files of a Hosting folder that a deployment publishes, relative to the folder. */
export function hostingFiles(folder: string, ignore: readonly string[]): string[] {
  const tools: {
    readonly listFiles: (folder: string, ignore: readonly string[]) => string[];
  } = require('firebase-tools/lib/listFiles.js');
  return tools.listFiles(folder, ignore).sort();
}

/** The headers that Hosting sends for a path, by the glob matching of its emulator. */
export function headersFor(
  path: string,
  rules: readonly {
    readonly source: string;
    readonly headers: readonly { readonly key: string; readonly value: string }[];
  }[],
): Headers {
  const headers = new Headers();
  for (const rule of rules) {
    if (matches(path, rule)) for (const { key, value } of rule.headers) headers.set(key, value);
  }
  return headers;
}

/** The function or the page to which Hosting sends a path without a file. Undefined for a 404. */
export function targetOf(path: string, rewrites: FirebaseJson['hosting']['rewrites']): string | undefined {
  const rewrite = rewrites.find((one) => matches(path, one));
  return rewrite?.function?.functionId ?? rewrite?.destination;
}

function matches(path: string, rule: object): boolean {
  const {
    configMatcher,
  }: {
    configMatcher: (path: string, rule: object) => boolean;
  } = createRequire(require.resolve('firebase-tools/package.json'))('superstatic/lib/utils/patterns.js');
  return configMatcher(path, rule);
}

/** The fields of a function in the CLI's plan that a rehearsal reads. */
export interface PlannedFunction {
  readonly id: string;
  readonly serviceAccount?: string | null;
}

export interface Plan {
  readonly functions: readonly PlannedFunction[];
  /** The accounts that a deployment allows to read each secret. */
  readonly secretReaders: Readonly<Record<string, readonly string[]>>;
}

interface Deployed {
  readonly projectId: string;
  readonly region: string;
  readonly runtime: string;
  readonly dotenv: Readonly<Record<string, string>>;
}

/**
 * Plans a first deployment with the CLI's own code: reads the manifest of the functions, fills in the parameters, and
 * computes which account must read which secret. Throws an error if the CLI rejects the manifest or would prompt for a
 * parameter.
 */
export async function planFunctions(
  manifest: unknown,
  { projectId, region, runtime, dotenv }: Deployed,
): Promise<Plan> {
  const {
    yamlToBuild,
  }: {
    yamlToBuild: (...parts: unknown[]) => unknown;
  } = require('firebase-tools/lib/deploy/functions/runtimes/discovery/index.js');
  const {
    resolveBackend,
  }: {
    resolveBackend: (options: object) => Promise<{ readonly backend: object }>;
  } = require('firebase-tools/lib/deploy/functions/build.js');
  const backends: {
    readonly empty: () => object;
    readonly allEndpoints: (backend: object) => readonly PlannedFunction[];
  } = require('firebase-tools/lib/deploy/functions/backend.js');
  const {
    secretsAccessDelta,
  }: {
    secretsAccessDelta: (options: object) => Promise<Record<string, readonly string[]>>;
  } = require('firebase-tools/lib/deploy/functions/ensure.js');
  const { backend } = await resolveBackend({
    build: yamlToBuild(manifest, projectId, region, runtime),
    firebaseConfig: { projectId },
    userEnvs: dotenv,
    codebase: 'default',
    nonInteractive: true,
    // Without this, the CLI asks the cloud project whether the secret exists.
    isEmulator: true,
  });
  return {
    functions: backends.allEndpoints(backend),
    secretReaders: await secretsAccessDelta({ wantBackend: backend, haveBackend: backends.empty() }),
  };
}

/** Parses a dotenv file with the CLI's parser, which throws an error for names and values that it refuses. */
export function parseDotenv(text: string): Record<string, string> {
  const {
    parseStrict,
  }: {
    parseStrict: (text: string) => Record<string, string>;
  } = require('firebase-tools/lib/functions/env.js');
  return parseStrict(text);
}
