/** The messages of the emulator for its user. */
export interface Log {
  /** A function builds its text only if the log shows it. */
  debug(message: string | (() => string)): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
