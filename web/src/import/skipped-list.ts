import type { SkippedEntry, SkipReason } from '@foldmark/library/files/library-file';
import { guarded } from '@foldmark/library/files/reading/clean/formula-guard';

/** Why an entry of a file is not imported, as the user reads it. */
export const SKIP_REASONS = {
  scheme: 'Not a web address',
  'bad-url': 'The address is not valid',
  'no-url': 'No address',
  'too-long': 'The address is too long',
  'not-a-link': 'A note or a file, not a link',
  'feed-item': 'An article of a feed',
} as const satisfies Record<SkipReason, string>;

/** The skipped entries as a CSV file. */
export function skippedList(entries: readonly SkippedEntry[]): Blob {
  const lines = entries.map(({ reason, title, url }) =>
    [SKIP_REASONS[reason], title, url].map(cellOf).join(','),
  );
  // Excel reads UTF-8 only with a byte order mark.
  return new Blob(['\uFEFF', ['reason,title,url', ...lines, ''].join('\r\n')], {
    type: 'text/csv;charset=utf-8',
  });
}

function cellOf(text: string): string {
  return `"${guarded(text).replaceAll('"', '""')}"`;
}
