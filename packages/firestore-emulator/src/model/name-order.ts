import { compareUnits, compareUtf8 } from '#firestore/model/utf8-order.ts';

const NUMERIC_PREFIX = '__id';
const SLASH = 47;

/**
 * Compares names in Firestore's order: segment by segment, numeric ids (`__id7__`) by number and before all others. The
 * caller knows that the first `common` characters are the same.
 */
export function compareNames(a: string, b: string, common = 0): number {
  const shorter = Math.min(a.length, b.length);
  let at = common;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  if (at === shorter && a.length === b.length) return 0;
  const start = at === 0 ? 0 : a.lastIndexOf('/', at - 1) + 1;
  if (a.startsWith(NUMERIC_PREFIX, start) || b.startsWith(NUMERIC_PREFIX, start)) {
    return compareSegments(segmentFrom(a, start), segmentFrom(b, start)) || a.length - b.length;
  }
  if (endsAt(a, at)) return endsAt(b, at) ? a.length - b.length : -1;
  return endsAt(b, at) ? 1 : compareUnits(a.charCodeAt(at), b.charCodeAt(at));
}

/** Binary search functions: where the names below `name` start and end in a sorted list. */
export function startBelow(name: string): (other: string) => number {
  const prefix = `${name}/`;
  return (other) => (other.startsWith(prefix) || compareNames(other, name) > 0 ? 0 : -1);
}

export function endBelow(name: string): (other: string) => number {
  const prefix = `${name}/`;
  return (other) => (other.startsWith(prefix) || compareNames(other, name) <= 0 ? -1 : 0);
}

/** Whether a segment ends at this position. A shorter segment comes first, even if more segments follow it. */
function endsAt(name: string, at: number): boolean {
  return at === name.length || name.charCodeAt(at) === SLASH;
}

function segmentFrom(name: string, start: number): string {
  const end = name.indexOf('/', start);
  return end === -1 ? name.slice(start) : name.slice(start, end);
}

function compareSegments(a: string, b: string): number {
  const numberA = numericId(a);
  const numberB = numericId(b);
  if (numberA === null || numberB === null) {
    if (numberA !== null) return -1;
    return numberB === null ? compareUtf8(a, b) : 1;
  }
  if (numberA === numberB) return compareUtf8(a, b);
  return numberA < numberB ? -1 : 1;
}

function numericId(segment: string): bigint | null {
  const digits = /^__id(?<digits>-?\d+)__$/u.exec(segment)?.groups?.['digits'];
  return digits === undefined ? null : BigInt(digits);
}
