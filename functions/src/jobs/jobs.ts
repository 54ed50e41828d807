import { finishImageDeletions } from '#functions/jobs/delete-images.ts';
import { finishDeletions } from '#functions/jobs/finish-deletions.ts';
import type { Jobs } from '#functions/jobs/job.ts';
import { removeAbandonedLibraries } from '#functions/jobs/remove-abandoned-libraries.ts';
import { removeOrphanImages } from '#functions/jobs/remove-orphan-images.ts';

/** What is looked for every few minutes: work that was begun and not ended. */
export const HOUSEKEEPING: Jobs = { finishDeletions, finishImageDeletions };

/** What is looked for once a day, because it goes through everything. */
export const NIGHTLY: Jobs = { removeAbandonedLibraries, removeOrphanImages };
