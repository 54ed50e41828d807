/** A release as three numbers; null for a pre-release. */
type Numbers = readonly [major: number, minor: number, patch: number];

export interface Newer {
  /** The newest release with the same major and minor numbers. */
  readonly patch: string | null;
  /** The newest release with the same major and another minor number. */
  readonly minor: string | null;
  /** The newest release with another major number. */
  readonly major: string | null;
}

/** The listed releases that are newer than the pinned version. Ignores pre-releases. */
export function newerThan(pinned: string, listed: readonly string[]): Newer {
  const [major, minor] = numbersOf(pinned.replace(/-.*/, '')) ?? [0, 0, 0];
  const newer = listed
    .map(numbersOf)
    .filter((numbers) => numbers !== null)
    .filter((numbers) => compare(numbers, pinned) > 0)
    .toSorted(byNumbers);
  const newest = (fits: (numbers: Numbers) => boolean): string | null =>
    newer.findLast(fits)?.join('.') ?? null;
  return {
    patch: newest((numbers) => numbers[0] === major && numbers[1] === minor),
    minor: newest((numbers) => numbers[0] === major && numbers[1] !== minor),
    major: newest((numbers) => numbers[0] !== major),
  };
}

function numbersOf(version: string): Numbers | null {
  const { major, minor, patch } = /^(?<major>\d+)\.(?<minor>\d+)\.(?<patch>\d+)$/.exec(version)?.groups ?? {};
  return patch === undefined ? null : [Number(major), Number(minor), Number(patch)];
}

/** A pre-release comes before the release with the same numbers. */
function compare(numbers: Numbers, pinned: string): number {
  const [core = '', preRelease] = pinned.split(/-(?<rest>.*)/);
  const difference = byNumbers(numbers, numbersOf(core) ?? [0, 0, 0]);
  return difference === 0 && preRelease !== undefined ? 1 : difference;
}

function byNumbers(a: Numbers, b: Numbers): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
