import { resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { CALLER_FLAGS, CALLER_HELP, callersIn, type CallerOptions } from '#aws/http/local-callers.ts';

export interface CommandOptions extends Required<CallerOptions> {
  readonly port: number;
  /** Null for the package's own. */
  readonly template: string | null;
  readonly parameters: Readonly<Record<string, string>>;
  readonly data: string;
  readonly seed: string | null;
}

export const HELP = `foldmark-aws: S3, the Cognito identity pool and STS on this machine, for the official AWS SDKs

  --port 9566            the port to listen on; 0 takes any free one
  --host 127.0.0.1       the address to listen on
${CALLER_HELP}  --template FILE        a CloudFormation template; without it the package's own
  --parameter NAME=VALUE a value for a parameter of the template; may be repeated
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
      template: { type: 'string' },
      parameter: { type: 'string', multiple: true, default: [] },
      data: { type: 'string', default: 'foldmark-aws-data' },
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
    template: values.template === undefined ? null : resolve(values.template),
    parameters: Object.fromEntries(values.parameter.map(parameterIn)),
    data: resolve(values.data),
    seed: values.seed === undefined ? null : resolve(values.seed),
  };
}

function parameterIn(text: string): [name: string, value: string] {
  const [, name, value] = /^(?<name>\w+)=(?<value>[^]*)$/u.exec(text) ?? [];
  if (name === undefined || value === undefined) throw new Error(`--parameter is no NAME=VALUE: ${text}`);
  return [name, value];
}
