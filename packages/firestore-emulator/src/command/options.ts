import { parseArgs } from 'node:util';

import {
  CALLER_FLAGS,
  CALLER_HELP,
  callersIn,
  type CallerOptions,
} from '#firestore/wire/callers/local-callers.ts';

export interface CommandOptions extends Required<CallerOptions> {
  readonly port: number;
  readonly rules: string | null;
  readonly projectId: string | null;
  readonly data: string | null;
  readonly importFrom: string | null;
  readonly exportOnExit: string | null;
  readonly fsync: boolean;
  readonly repair: boolean;
  readonly snapshotAfterBytes: number | null;
  readonly debug: boolean;
}

export const HELP = `foldmark-firestore: Firestore on this machine, for the official SDKs

  --port 8080            the port to listen on; 0 takes any free one
  --host 127.0.0.1       the address to listen on; every client that reaches it has access
${CALLER_HELP}  --rules FILE           security rules, reloaded when the file changes; without them everything is open
  --project-id ID        the project to import into and to export from
  --data DIR             store every commit there; without it the data ends with the process
  --import DIR           read an official export before the start; with --data only if that directory is new
  --export-on-exit DIR   write an official export when the process ends
  --fsync                wait until the disk has stored each commit, not only the operating system
  --repair               truncate a damaged log at the damage instead of refusing to start
  --snapshot-after BYTES write a snapshot when the log is larger than this and than the last snapshot
  --debug                also log each denied request, and the rule that denied it
  --help                 this text
`;

/** Returns null for --help. Throws a TypeError whose message explains the wrong option. */
export function parseOptions(args: readonly string[]): CommandOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      port: { type: 'string', default: '8080' },
      ...CALLER_FLAGS,
      rules: { type: 'string' },
      'project-id': { type: 'string' },
      data: { type: 'string' },
      import: { type: 'string' },
      'export-on-exit': { type: 'string' },
      fsync: { type: 'boolean', default: false },
      repair: { type: 'boolean', default: false },
      'snapshot-after': { type: 'string' },
      debug: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  return {
    ...callersIn(values),
    port: portNumber(values.port),
    rules: values.rules ?? null,
    projectId: values['project-id'] ?? null,
    data: values.data ?? null,
    importFrom: values.import ?? null,
    exportOnExit: values['export-on-exit'] ?? null,
    fsync: values.fsync,
    repair: values.repair,
    snapshotAfterBytes: bytes(values['snapshot-after']),
    debug: values.debug,
  };
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
