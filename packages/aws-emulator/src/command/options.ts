import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { CALLER_FLAGS, CALLER_HELP, callersIn, type CallerOptions } from '#aws/http/local-callers.ts';

export interface CommandOptions extends Required<CallerOptions> {
  readonly port: number;
  /** Null for the package's own template. */
  readonly template: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly data: string;
  readonly seed: string | null;
}

export const HELP = `foldmark-aws: S3, the Cognito identity pool and STS on this machine, for the official AWS SDKs

  --port 9566            the port to listen on; 0 uses a free port
  --host 127.0.0.1       the address to listen on
${CALLER_HELP}  --template FILE        a CloudFormation template; the package's own by default
  --parameter NAME=VALUE a value for a parameter of the template; may be repeated
  --data DIR             the directory for objects and keys
  --seed DIR             objects for a new data directory; each file's path is its key
  --help                 this text
`;

/** Returns the help for --help. Throws an error with a readable message for invalid arguments. */
export function parseOptions(args: readonly string[]): CommandOptions | string {
  const { values } = parseArgs({
    args: [...args],
    options: {
      ...CALLER_FLAGS,
      port: { type: 'string', default: '9566' },
      template: { type: 'string' },
      parameter: { type: 'string', multiple: true, default: [] },
      data: { type: 'string', default: 'foldmark-aws-data' },
      seed: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return HELP;
  const port = Number(values.port);
  if (!/^\d+$/u.test(values.port) || port > 65_535)
    throw new Error(`--port is not a port number: ${values.port}`);
  return {
    ...callersIn(values),
    port,
    template: values.template === undefined ? null : resolve(values.template),
    parameters: Object.fromEntries(values.parameter.map(parameterIn)),
    data: resolve(values.data),
    seed: values.seed === undefined ? null : resolve(values.seed),
  };
}

function parameterIn(text: string): [name: string, value: string] {
  const [, name, value] = /^(?<name>\w+)=(?<value>[^]*)$/u.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`--parameter must be NAME=VALUE: ${text}`);
  return [name, value];
}
