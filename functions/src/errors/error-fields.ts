/**
 * The fields of an error's log entry. Error Reporting groups errors by `stack_trace` and reads `message` only without it.
 * firebase-functions puts the stack of its own logger into `message`, which is the same for every error.
 * https://docs.cloud.google.com/error-reporting/docs/formatting-error-messages
 */
export function errorFields(thrown: unknown): {
  readonly stack_trace: string;
  readonly causes: readonly string[];
} {
  return { stack_trace: stackOf(thrown), causes: causesOf(thrown) };
}

function causesOf(thrown: unknown): readonly string[] {
  const cause = thrown instanceof Error ? thrown.cause : undefined;
  return cause === undefined ? [] : [stackOf(cause), ...causesOf(cause)];
}

function stackOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return new Error(`Not an Error was thrown: ${String(thrown)}`).stack ?? '';
  return thrown.stack ?? `${thrown.name}: ${thrown.message}`;
}

/** The code of an error of Node or an SDK. */
export function codeOf(thrown: unknown): string | number | undefined {
  if (!(thrown instanceof Error && 'code' in thrown)) return undefined;
  return typeof thrown.code === 'string' || typeof thrown.code === 'number' ? thrown.code : undefined;
}

export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
