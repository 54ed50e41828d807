import { continueActions } from '#functions/jobs/continue-actions.ts';
import { continueLeftovers } from '#functions/jobs/delete-leftovers.ts';
import { continueSnapshots } from '#functions/jobs/continue-snapshots.ts';
import { finishImageDeletions } from '#functions/jobs/delete-images.ts';
import { finishDeletions } from '#functions/jobs/delete-libraries.ts';
import type { Jobs } from '#functions/jobs/job.ts';
import { removeAbandonedLibraries } from '#functions/jobs/remove-abandoned-libraries.ts';
import { removeOrphanImages } from '#functions/jobs/remove-orphan-images.ts';

/** Runs every few minutes: completes work that failed half-way. */
export const HOUSEKEEPING: Jobs = {
  finishDeletions,
  finishImageDeletions,
  continueActions,
  continueLeftovers,
  continueSnapshots,
};

/** Runs once a day, because it reads all libraries and images. */
export const NIGHTLY: Jobs = { removeAbandonedLibraries, removeOrphanImages };
