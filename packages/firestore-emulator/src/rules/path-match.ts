import type { BoundMatch, BoundSegment } from '#firestore/rules/bound.ts';
import { Unknown } from '#firestore/rules/values/slot.ts';
import type { Slot } from '#firestore/rules/values/slot.ts';
import { RulePath } from '#firestore/rules/values/rule-path.ts';

/** Of a query's documents: one segment that differs between them. */
export const ANY_SEGMENT = Symbol('any segment');
/** Any number of segments, none included. */
export const ANY_SEGMENTS = Symbol('any segments');

/** A document's path, or what the paths of a query's documents have in common. */
export type MatchedPath = readonly (string | typeof ANY_SEGMENT | typeof ANY_SEGMENTS)[];

/** The values of the wildcards where the match covers the path whatever is open in it; null otherwise. */
export function matchPath(
  { pattern, emptyWildcards }: BoundMatch,
  path: MatchedPath,
): readonly Slot[] | null {
  // Collection groups came with version 2, whose recursive wildcards may stand for nothing.
  if (!emptyWildcards && path.includes(ANY_SEGMENTS)) return null;
  const wildcards: Slot[] = [];
  /** Where a recursive wildcard was tried in vain, so that several of them don't multiply the work. */
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

  /** The shortest stretch that lets the rest match. */
  function matchMany(name: string, segmentAt: number, pathAt: number): boolean {
    const place = segmentAt * (path.length + 1) + pathAt;
    if (failed.has(place)) return false;
    for (let end = emptyWildcards ? pathAt : pathAt + 1; end <= path.length; end += 1) {
      wildcards.push(stretch(name, path.slice(pathAt, end)));
      if (matchFrom(segmentAt + 1, end)) return true;
      wildcards.pop();
    }
    failed.add(place);
    return false;
  }
}

function matchOne(segment: BoundSegment, item: MatchedPath[number]): Slot {
  if (typeof item === 'string') return segment.kind === 'literal' && segment.text !== item ? null : item;
  return item === ANY_SEGMENT && segment.kind === 'one'
    ? new Unknown(segment.name, { type: 'string' })
    : null;
}

function stretch(name: string, items: MatchedPath): Slot {
  const segments: string[] = [];
  for (const item of items) {
    if (typeof item !== 'string') return new Unknown(name, { type: 'path', segments });
    segments.push(item);
  }
  return new RulePath(segments);
}
