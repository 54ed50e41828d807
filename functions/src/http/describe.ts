/** An error and its causes, for the log. */
export function describe(thrown: unknown): string {
  if (!(thrown instanceof Error)) return String(thrown);
  const cause = thrown.cause === undefined ? '' : `\nCaused by: ${describe(thrown.cause)}`;
  return `${thrown.stack ?? thrown.message}${cause}`;
}
