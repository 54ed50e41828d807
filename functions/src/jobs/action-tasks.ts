import * as z from 'zod/mini';

import { deleteLeftoversOfTask } from '#functions/jobs/delete-leftovers.ts';
import { deleteLibraryOfTask } from '#functions/jobs/delete-libraries.ts';
import { importOfTask } from '#functions/jobs/run-imports.ts';
import { undoPartOfTask } from '#functions/jobs/undo-actions.ts';
import type { Services } from '#functions/services/services.ts';

const kindSchema = z.object({
  state: z.enum(['undoing', 'redoing', 'importing', 'leftovers', 'deleting']),
});

const TASKS = {
  undoing: undoPartOfTask,
  redoing: undoPartOfTask,
  importing: importOfTask,
  leftovers: deleteLeftoversOfTask,
  deleting: deleteLibraryOfTask,
};

/** Does one task of the queue `actions`. */
export async function doActionTask(task: unknown, services: Services): Promise<void> {
  await TASKS[z.parse(kindSchema, task).state](task, services);
}
