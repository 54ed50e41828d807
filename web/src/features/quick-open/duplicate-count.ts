import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { countText } from '#web/sync/count-text.ts';

/** How many groups of duplicates there are, if there are any. */
export function DuplicateCount(): string {
  const count = useDuplicateCount() ?? 0;
  return count === 0 ? '' : countText(count, 'group');
}
