import * as z from 'zod/mini';

import type { Job } from '#functions/jobs/job.ts';
import { chunksOf } from '#functions/store/chunks.ts';
import type { Services } from '#functions/services/services.ts';

type Needs = Pick<Services, 'imageDeletions' | 'imageStore'>;

/** The payload of a task. */
const taskSchema = z.object({ ids: z.array(z.string()) });

const BATCH_SIZE = 10;
/** The most images that one run deletes. */
const RUN_LIMIT = 1000;

/** Deletes the images of these requests. Safe to repeat. After trying all, throws if any has failed. */
export async function deleteImages(ids: readonly string[], services: Needs): Promise<void> {
  const store = await services.imageStore();
  if (store === null) return;
  const deletions = await services.imageDeletions();
  const failures: unknown[] = [];
  for (const some of chunksOf(ids, BATCH_SIZE)) {
    await Promise.all(
      some.map(async (id) => {
        try {
          const key = await deletions.begin(id);
          if (key === null) return;
          // An imported library can contain keys of another deployment, whose images must not be deleted.
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

/** Handles a task of the queue, seconds after the commit. If it throws, the queue retries. */
export async function deleteImagesOfTask(task: unknown, services: Needs): Promise<void> {
  await deleteImages(z.parse(taskSchema, task).ids, services);
}

/** Deletes the images whose task was lost, for example because the instance crashed after the commit. */
export const finishImageDeletions: Job = async (services) => {
  const due = await (await services.imageDeletions()).due(RUN_LIMIT);
  await deleteImages(due, services);
  return { deleted: due.length };
};
