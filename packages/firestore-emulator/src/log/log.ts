/** The messages of the emulator for its user. */
export interface Log {
  debug(message: string): void;
  info(message: string): void;
  warn(message: string): void;
  error(message: string, cause?: unknown): void;
}

export const silentLog: Log = { debug() {}, info() {}, warn() {}, error() {} };
