import type { Job } from '#functions/jobs/job.ts';
import type { Services } from '#functions/services/services.ts';

/** One run continues at most this many snapshots. */
const RUN_LIMIT = 500;

/** Queues the tasks of snapshots whose time has come, and of those whose task was lost. */
export const continueSnapshots: Job<Pick<Services, 'libraries' | 'writeSnapshotLater'>> = async (
  services,
) => {
  const due = await (await services.libraries()).dueSnapshots(RUN_LIMIT);
  for (const uid of due) await services.writeSnapshotLater(uid);
  return { queued: due.length };
};
