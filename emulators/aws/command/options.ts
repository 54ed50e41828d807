import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { CALLER_FLAGS, CALLER_HELP, callersIn, type CallerOptions } from '#emulators/local-callers.ts';
import { LOCAL_PROJECT_ID } from '#aws/local-account.ts';

export interface CommandOptions extends Required<CallerOptions> {
  readonly port: number;
  readonly projectId: string;
  readonly data: string;
  readonly seed: string | null;
}

export const HELP = `foldmark-aws: S3, the Cognito identity pool and STS on this machine, for the official AWS SDKs

  --port 9566            the port to listen on; 0 takes any free one
  --host 127.0.0.1       the address to listen on
${CALLER_HELP}  --project-id ID        the Firebase project whose functions may grant uploads
  --data DIR             where objects are kept
  --seed DIR             objects that a new data directory begins with: files at the path of their key
  --help                 this text
`;

/** Null when only help is asked for. Throws with a sentence about what is wrong. */
export function parseOptions(args: readonly string[]): CommandOptions | null {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...CALLER_FLAGS,
      port: { type: 'string', default: '9566' },
      'project-id': { type: 'string', default: LOCAL_PROJECT_ID },
      data: { type: 'string', default: '.local/data/aws' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return null;
  const port = Number(values.port);
  if (!/^\d+$/u.test(values.port) || port > 65_535) throw new Error(`--port is no port: ${values.port}`);
  return {
    ...callersIn(values),
    port,
    projectId: values['project-id'],
    data: resolve(values.data),
    seed: values.seed === undefined ? null : resolve(values.seed),
  };
}
