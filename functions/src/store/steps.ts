import * as z from 'zod/mini';

/** The payloads of tasks. Each names a step of a job. If the job is not at this step, the task changes nothing. */

const uid = z.string().check(z.minLength(1));
const action_id = z.string().check(z.minLength(1));
const part = z.int();

/** Undoes or redoes a part of an action. */
const undoStepSchema = z.object({ uid, action_id, part, state: z.enum(['undoing', 'redoing']) });
export type UndoStep = Readonly<z.infer<typeof undoStepSchema>>;

/** A step of an import. Step 0 plans the import. */
const importStepSchema = z.object({ uid, action_id, part, state: z.literal('importing') });
export type ImportStep = Readonly<z.infer<typeof importStepSchema>>;

export type ActionStep = UndoStep | ImportStep;

/** Deletes a part of the memberships of deleted items. */
const leftoversStepSchema = z.object({ uid, part, state: z.literal('leftovers') });
export type LeftoversStep = Readonly<z.infer<typeof leftoversStepSchema>>;

/** Deletes a part of an account's library. */
const deletionStepSchema = z.object({ uid, part, state: z.literal('deleting') });
export type DeletionStep = Readonly<z.infer<typeof deletionStepSchema>>;

/** The payload of a task of the queue `actions`. */
export const stepSchema = z.discriminatedUnion('state', [
  undoStepSchema,
  importStepSchema,
  leftoversStepSchema,
  deletionStepSchema,
]);
export type Step = Readonly<z.infer<typeof stepSchema>>;

/**
 * Fetches the icon of one site for the links of an import. The site is an entry of a list of sites. List -1 collects the sites.
 */
export const iconStepSchema = z.object({
  uid,
  action_id,
  state: z.literal('icons'),
  list: z.int(),
  entry: z.int(),
});
export type IconStep = Readonly<z.infer<typeof iconStepSchema>>;
