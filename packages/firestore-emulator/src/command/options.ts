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
  --host 127.0.0.1       the address to listen on; everyone who can reach it is let in
${CALLER_HELP}  --rules FILE           security rules, loaded again when the file changes; without them everything is open
  --project-id ID        the project that imports go to and exports come from
  --data DIR             keep every commit there; without it the data is gone with the process
  --import DIR           read an official export before the start; with --data only when that is new
  --export-on-exit DIR   write an official export at the end
  --fsync                wait until the disk has each commit, not only the operating system
  --repair               cut a damaged log off at the damage instead of refusing to start
  --snapshot-after BYTES write a snapshot when the log is longer than that, and than the snapshot before it
  --debug                also say what is denied, and by which rule
  --help                 this text
`;

/** Null where only the help is wanted; throws a TypeError that says what is wrong. */
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
