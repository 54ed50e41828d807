import type { DuplicateGroup } from '@foldmark/library/duplicates/group-links';

/** The groups that differ in the same way. */
export interface Reason {
  /** For example 'http and https, www'. */
  readonly text: string;
  readonly groups: readonly DuplicateGroup[];
}

/** The reasons that several groups have in common, the most frequent first. Groups that differ only in spelling have none. */
export function byReason(groups: readonly DuplicateGroup[]): readonly Reason[] {
  const reasons = Map.groupBy(
    groups.filter(({ kinds }) => kinds.length > 0),
    ({ kinds }) => kinds.join(', '),
  );
  return [...reasons]
    .map(([text, alike]) => ({ text, groups: alike }))
    .filter(({ groups: { length } }) => length > 1)
    .sort((left, right) => right.groups.length - left.groups.length);
}
