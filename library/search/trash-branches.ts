import { all, any, type Condition, not } from './conditions.ts';
import { IS_TRASHED } from './field-condition.ts';

/** The conditions for active and for trashed links. Null for a status that is not searched. */
export type ByStatus =
  | { readonly active: Condition; readonly trashed: Condition | null }
  | { readonly active: null; readonly trashed: Condition };

/** Splits a condition. A branch of an OR with `is:trash` searches the trash, and each other branch searches the other links. */
export function splitByStatus(condition: Condition): ByStatus {
  const trashed = branchesWithTrash(condition, true);
  if (trashed === null) return { active: condition, trashed };
  // Without another branch, the condition itself is the one for the trash.
  return needsTrash(condition, true) ? { active: null, trashed: condition } : { active: condition, trashed };
}

/** The branches with `is:trash`, as one condition. `isWanted` is false for an excluded part. */
function branchesWithTrash(condition: Condition, isWanted: boolean): Condition | null {
  switch (condition.kind) {
    case 'text':
      return null;
    case 'fact':
      return isWanted && condition === IS_TRASHED ? condition : null;
    case 'not':
      return branchesWithTrash(condition.part, !isWanted);
    case 'all':
    case 'any': {
      const { parts } = condition;
      const branches = parts.flatMap((part) => branchesWithTrash(part, isWanted) ?? []);
      if (branches.length === 0) return null;
      if (!isJoinedByAnd(condition, isWanted)) return any(branches);
      return all([...parts.map((part) => (isWanted ? part : not(part))), any(branches)]);
    }
  }
}

/** Whether each branch has `is:trash`. */
function needsTrash(condition: Condition, isWanted: boolean): boolean {
  switch (condition.kind) {
    case 'text':
      return false;
    case 'fact':
      return isWanted && condition === IS_TRASHED;
    case 'not':
      return needsTrash(condition.part, !isWanted);
    case 'all':
    case 'any': {
      const needs = (part: Condition): boolean => needsTrash(part, isWanted);
      const { parts } = condition;
      return isJoinedByAnd(condition, isWanted) ? parts.some(needs) : parts.length > 0 && parts.every(needs);
    }
  }
}

/** An excluded OR excludes all of its parts. */
function isJoinedByAnd({ kind }: Condition, isWanted: boolean): boolean {
  return (kind === 'all') === isWanted;
}
