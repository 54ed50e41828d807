import * as z from 'zod/mini';

import type { Job } from '#functions/jobs/job.ts';
import type { Services } from '#functions/services/services.ts';

type Needed = Pick<Services, 'imageDeletions' | 'imageStore'>;

/** What a task is given. */
const taskSchema = z.object({ ids: z.array(z.string()) });

const AT_ONCE = 10;
/** The rest waits for the next run. */
const DUE_AT_ONCE = 1000;

/** Deletes the objects of these deletions. Twice does no harm. Fails after all were tried if one of them failed. */
export async function deleteImages(ids: readonly string[], services: Needed): Promise<void> {
  const store = await services.imageStore();
  if (store === null) return;
  const deletions = await services.imageDeletions();
  const failures: unknown[] = [];
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    await Promise.all(
      ids.slice(from, from + AT_ONCE).map(async (id) => {
        try {
          const key = await deletions.begin(id);
          if (key === null) return;
          // A key of another deployment, as an import can bring it, is not ours to delete.
          if (store.owns(key)) await store.remove(key);
          await deletions.finish(id);
        } catch (error) {
          failures.push(error);
        }
      }),
    );
  }
  if (failures.length === 0) return;
  throw new Error(`${failures.length} of ${ids.length} images could not be deleted.`, { cause: failures[0] });
}

/** The task that follows a commit within seconds. The queue calls again where it fails. */
export async function deleteImagesOfTask(task: unknown, services: Needed): Promise<void> {
  await deleteImages(z.parse(taskSchema, task).ids, services);
}

/** Deletes what no task has: its commit may have been the last thing that the instance did. */
export const finishImageDeletions: Job = async (services) => {
  const due = await (await services.imageDeletions()).due(DUE_AT_ONCE);
  await deleteImages(due, services);
  return { deleted: due.length };
};
