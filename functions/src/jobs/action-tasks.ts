import * as z from 'zod/mini';

import { importOfTask } from '#functions/jobs/run-imports.ts';
import { undoPartOfTask } from '#functions/jobs/undo-actions.ts';
import type { Services } from '#functions/services/services.ts';

const kindSchema = z.object({ state: z.enum(['undoing', 'redoing', 'importing']) });

/** Does one task of the queue `actions`. */
export async function doActionTask(task: unknown, services: Services): Promise<void> {
  const { state } = z.parse(kindSchema, task);
  await (state === 'importing' ? importOfTask : undoPartOfTask)(task, services);
}
