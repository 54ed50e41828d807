import { finishDeletions } from '#functions/jobs/finish-deletions.ts';
import type { Jobs } from '#functions/jobs/job.ts';
import { removeAbandonedLibraries } from '#functions/jobs/remove-abandoned-libraries.ts';

/** What is looked for every few minutes: work that was begun and not ended. */
export const HOUSEKEEPING: Jobs = { finishDeletions };

/** What is looked for once a day, because it goes through everything. */
export const NIGHTLY: Jobs = { removeAbandonedLibraries };
