import { parseArgs } from 'node:util';

import { StatusError } from '#firestore/api/status.ts';
import { DEFAULT_DATA } from '#firestore/command/data-directory.ts';
import { checkProject } from '#firestore/model/names.ts';
import manifest from '#firestore/package.json' with { type: 'json' };
import {
  CALLER_FLAGS,
  CALLER_HELP,
  callersIn,
  type CallerOptions,
} from '#firestore/wire/callers/local-callers.ts';

export interface CommandOptions extends Required<CallerOptions> {
  readonly port: number;
  readonly rules: string | null;
  readonly indexes: string | null;
  readonly requireIndexes: boolean;
  readonly requestLog: string | null;
  readonly projectId: string | null;
  readonly data: DataLocation;
  readonly importFrom: string | null;
  readonly exportOnExit: string | null;
  readonly fsync: boolean;
  readonly repair: boolean;
  readonly snapshotAfterBytes: number | null;
  readonly debug: boolean;
}

export type DataLocation =
  | { readonly kind: 'memory' }
  | { readonly kind: 'default' }
  | { readonly kind: 'directory'; readonly path: string };

export const HELP = `foldmark-firestore: Firestore on this machine, for the official SDKs

  --port 8080            the port to listen on; 0 takes any free one
  --host 127.0.0.1       the address to listen on; every client that reaches it has access
${CALLER_HELP}  --rules FILE           security rules, reloaded when the file changes; without them everything is open
  --indexes FILE         firestore.indexes.json: reports missing indexes, and deletes documents by its TTL policies
  --require-indexes      refuse queries without their index, as in production
  --request-log FILE     append each request as one line of JSON, with the verdicts of the rules
  --project-id ID        the project to import into and to export from
  --data DIR             store every commit there; by default in ${DEFAULT_DATA} in the current directory
  --memory               store nothing; the default with --import or --export-on-exit
  --import DIR           read an official export before the start; with --data only if that directory is new
  --export-on-exit DIR   write an official export when the process ends
  --fsync                wait until the disk has stored each commit, not only the operating system
  --repair               truncate a damaged log at the damage instead of refusing to start
  --snapshot-after BYTES write a snapshot when the log is larger than this and than the last snapshot
  --debug                also log each denied request, with the rule and the values that denied it
  --version              print the version
  --help                 this text
`;

/** Returns a text to print for --help and --version. Throws a TypeError whose message explains the wrong option. */
export function parseOptions(args: readonly string[]): CommandOptions | string {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8080' },
      ...CALLER_FLAGS,
      rules: { type: 'string' },
      indexes: { type: 'string' },
      'request-log': { type: 'string' },
      'require-indexes': { type: 'boolean', default: false },
      'project-id': { type: 'string' },
      data: { type: 'string' },
      memory: { type: 'boolean', default: false },
      import: { type: 'string' },
      'export-on-exit': { type: 'string' },
      fsync: { type: 'boolean', default: false },
      repair: { type: 'boolean', default: false },
      'snapshot-after': { type: 'string' },
      debug: { type: 'boolean', default: false },
      version: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return HELP;
  if (values.version) return `${manifest.version}\n`;
  for (const [name, value] of Object.entries(values)) {
    // An empty path would be the current directory, and an empty host all addresses.
    if (value === '') throw new TypeError(`--${name} is empty.`);
  }
  if (values['require-indexes'] && values.indexes === undefined) {
    throw new TypeError('--require-indexes needs the definitions: add --indexes FILE.');
  }
  const data = dataLocation(values);
  if (data.kind === 'memory') rejectJournalOptions(values);
  return {
    ...callersIn(values),
    port: portNumber(values.port),
    rules: values.rules ?? null,
    indexes: values.indexes ?? null,
    requestLog: values['request-log'] ?? null,
    requireIndexes: values['require-indexes'],
    projectId: projectIdOf(values['project-id']),
    data,
    importFrom: values.import ?? null,
    exportOnExit: values['export-on-exit'] ?? null,
    fsync: values.fsync,
    repair: values.repair,
    snapshotAfterBytes: bytes(values['snapshot-after']),
    debug: values.debug,
  };
}

/** An import or an export is another way to keep data, and an import must overwrite nothing at the next start. */
function dataLocation(values: {
  readonly data?: string;
  readonly memory: boolean;
  readonly import?: string;
  readonly 'export-on-exit'?: string;
}): DataLocation {
  if (values.data !== undefined && values.memory) throw new TypeError('Choose either --data or --memory.');
  if (values.data !== undefined) return { kind: 'directory', path: values.data };
  const isTransfer = values.import !== undefined || values['export-on-exit'] !== undefined;
  return { kind: values.memory || isTransfer ? 'memory' : 'default' };
}

function rejectJournalOptions(values: {
  readonly fsync: boolean;
  readonly repair: boolean;
  readonly 'snapshot-after'?: string;
}): void {
  for (const name of ['fsync', 'repair', 'snapshot-after'] as const) {
    if (values[name] === undefined || values[name] === false) continue;
    throw new TypeError(
      `--${name} is for data on disk, but this data would be in memory. Choose --data DIR.`,
    );
  }
}

function projectIdOf(id: string | undefined): string | null {
  if (id === undefined) return null;
  try {
    return checkProject(id);
  } catch (error) {
    throw new TypeError(`--project-id: ${StatusError.from(error).message}`, { cause: error });
  }
}

function portNumber(text: string): number {
  const port = Number(text);
  if (/^\d+$/u.test(text) && port <= 65_535) return port;
  throw new TypeError(`--port ${text} is not a number from 0 to 65535.`);
}

function bytes(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (/^\d{1,15}$/u.test(text)) return Number(text);
  throw new TypeError(`--snapshot-after ${text} is not a number of bytes.`);
}
