const UNIT_MS: Readonly<Record<string, number>> = {
  H: 3_600_000,
  M: 60_000,
  S: 1000,
  m: 1,
  u: 0.001,
  n: 0.000_001,
};
const MAX_TIMER_MS = 2 ** 31 - 1;

/** The time that a client waits for a call, from its header grpc-timeout. Null if it waits for ever. */
export function deadlineMs(timeout: string | undefined): number | null {
  if (timeout === undefined) return null;
  const digits = timeout.slice(0, -1);
  const unit = UNIT_MS[timeout.slice(-1)];
  if (unit === undefined || !/^\d{1,8}$/u.test(digits)) return null;
  const ms = Math.ceil(Number(digits) * unit);
  return ms > MAX_TIMER_MS ? null : ms;
}
