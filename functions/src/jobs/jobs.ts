import {
  continueActions,
  continueDeletions,
  continueLeftovers,
  continueSnapshots,
} from '#functions/jobs/continue-jobs.ts';
import { finishImageDeletions } from '#functions/jobs/delete-images.ts';
import type { Jobs } from '#functions/jobs/job.ts';
import { removeAbandonedLibraries } from '#functions/jobs/remove-abandoned-libraries.ts';
import { removeOrphanImages } from '#functions/jobs/remove-orphan-images.ts';

/** Runs every few minutes: completes work that failed half-way. */
export const HOUSEKEEPING: Jobs = {
  continueDeletions,
  finishImageDeletions,
  continueActions,
  continueLeftovers,
  continueSnapshots,
};

/** Runs once a day, because it reads all libraries and images. */
export const NIGHTLY: Jobs = { removeAbandonedLibraries, removeOrphanImages };
