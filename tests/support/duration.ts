const UNITS = { s: 1000, m: 60_000 };

/** Converts '90s' or '10m' to milliseconds. */
export function durationOf(text: string): number {
  const { number, unit } = /^(?<number>\d+(?:\.\d+)?)(?<unit>[sm])$/.exec(text)?.groups ?? {};
  if (number === undefined || (unit !== 's' && unit !== 'm'))
    throw new Error(`'${text}' is not a duration like 90s or 10m.`);
  return Number(number) * UNITS[unit];
}
