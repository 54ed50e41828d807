import type { Log } from '#firestore/log/log.ts';

/** Prints information to stdout, and warnings and errors to stderr. */
export function consoleLog(isDebug: boolean): Log {
  return {
    debug(message) {
      if (isDebug) process.stdout.write(`debug: ${typeof message === 'string' ? message : message()}\n`);
    },
    info(message) {
      process.stdout.write(`${message}\n`);
    },
    warn(message) {
      process.stderr.write(`warning: ${message}\n`);
    },
    error(message, cause) {
      process.stderr.write(`error: ${message}${cause === undefined ? '' : `\n${text(cause)}`}\n`);
    },
  };
}

function text(cause: unknown): string {
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
