import type { BoundMatch, BoundSegment } from '#firestore/rules/bound.ts';
import { Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';

/** One segment that differs between the documents of a query. */
export const ANY_SEGMENT = Symbol('any segment');
/** Zero or more segments that differ between the documents of a query. */
export const ANY_SEGMENTS = Symbol('any segments');

/** The path of a document, or the common form of the paths of all documents that a query can find. */
export type MatchedPath = readonly (string | typeof ANY_SEGMENT | typeof ANY_SEGMENTS)[];

/** Returns the values of the wildcards if the match covers every document that has this form of path, and null otherwise. */
export function matchPath(
  { pattern, emptyWildcards }: BoundMatch,
  path: MatchedPath,
): readonly Slot[] | null {
  // Only version 2 supports collection groups.
  if (!emptyWildcards && path.includes(ANY_SEGMENTS)) return null;
  const wildcards: Slot[] = [];
  /** The positions where a recursive wildcard failed. Without this cache, several of them would multiply the work. */
  const failed = new Set<number>();
  return matchFrom(0, 0) ? wildcards : null;

  function matchFrom(segmentAt: number, pathAt: number): boolean {
    const segment = pattern[segmentAt];
    if (segment === undefined) return pathAt === path.length;
    if (segment.kind === 'many') return matchMany(segment.name, segmentAt, pathAt);
    const item = path[pathAt];
    const value = item === undefined ? null : matchOne(segment, item);
    if (value === null) return false;
    if (segment.kind === 'literal') return matchFrom(segmentAt + 1, pathAt + 1);
    wildcards.push(value);
    if (matchFrom(segmentAt + 1, pathAt + 1)) return true;
    wildcards.pop();
    return false;
  }

  /** Takes the fewest segments that let the rest of the pattern match. */
  function matchMany(name: string, segmentAt: number, pathAt: number): boolean {
    const key = segmentAt * (path.length + 1) + pathAt;
    if (failed.has(key)) return false;
    for (let end = emptyWildcards ? pathAt : pathAt + 1; end <= path.length; end += 1) {
      wildcards.push(recursiveWildcardValue(name, path.slice(pathAt, end)));
      if (matchFrom(segmentAt + 1, end)) return true;
      wildcards.pop();
    }
    failed.add(key);
    return false;
  }
}

function matchOne(segment: BoundSegment, item: MatchedPath[number]): Slot {
  if (typeof item === 'string') return segment.kind === 'literal' && segment.text !== item ? null : item;
  return item === ANY_SEGMENT && segment.kind === 'one'
    ? new Unknown(segment.name, { type: 'string' })
    : null;
}

function recursiveWildcardValue(name: string, items: MatchedPath): Slot {
  const segments: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string') return new Unknown(name, { type: 'path', segments });
    segments.push(item);
  }
  return new RulePath(segments);
}
