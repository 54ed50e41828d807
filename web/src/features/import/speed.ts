/** Long enough to average over parts, which finish in bursts. */
const WINDOW_MS = 12_000;
const MIN_MS = 1500;

interface Sample {
  readonly at: number;
  readonly handled: number;
}

/** The progress of an import during the last seconds. */
export type Samples = readonly Sample[];

export function withSample(samples: Samples, sample: Sample): Samples {
  const last = samples.at(-1);
  // Progress that goes back, such as at an undo, starts a new measurement.
  if (last !== undefined && last.handled > sample.handled) return [sample];
  const recent = samples.filter(({ at }) => at >= sample.at - WINDOW_MS);
  // Keep one older sample, so that an import that has slowed down still has a speed.
  const base = recent.length === 0 ? samples.slice(-1) : recent;
  return [...base, sample];
}

/** Links per second. Null until there are enough samples. */
export function speedOf(samples: Samples): number | null {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined) return null;
  const ms = last.at - first.at;
  if (ms < MIN_MS || last.handled === first.handled) return null;
  return ((last.handled - first.handled) * 1000) / ms;
}
