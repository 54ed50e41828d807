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
