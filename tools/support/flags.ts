import { parseArgs, type ParseArgsConfig } from 'node:util';

const BAD_USAGE = 2;

type Options = NonNullable<ParseArgsConfig['options']>;
type Flags<O extends Options> = ReturnType<typeof parseArgs<{ options: O }>>['values'];

/** Parses the flags of a script. --help prints the usage. An unknown flag prints the usage and exits with code 2. */
export function readFlags<const O extends Options>(usage: string, options: O): Flags<O> {
  if (process.argv.slice(2).includes('--help')) {
    process.stdout.write(`${usage.trim()}\n`);
    process.exit(0);
  }
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    return refuseUsage(usage, error instanceof Error ? error.message : String(error));
  }
}

export function refuseUsage(usage: string, problem: string): never {
  process.stderr.write(`${problem}\n\n${usage.trim()}\n`);
  process.exit(BAD_USAGE);
}
