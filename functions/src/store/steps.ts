import * as z from 'zod/mini';

/** The payloads of tasks: each names the step that a job does next. A step that its job does not wait for changes nothing. */

const uid = z.string().check(z.minLength(1));
const action_id = z.string().check(z.minLength(1));
const part = z.int();

/** The part of an action that is undone or redone. */
const undoStepSchema = z.object({ uid, action_id, part, state: z.enum(['undoing', 'redoing']) });
export type UndoStep = Readonly<z.infer<typeof undoStepSchema>>;

/** The step of an import. Step 0 plans it. */
const importStepSchema = z.object({ uid, action_id, part, state: z.literal('importing') });
export type ImportStep = Readonly<z.infer<typeof importStepSchema>>;

export type ActionStep = UndoStep | ImportStep;

/** A part of the memberships of deleted items. */
const leftoversStepSchema = z.object({ uid, part, state: z.literal('leftovers') });
export type LeftoversStep = Readonly<z.infer<typeof leftoversStepSchema>>;

/** A part of the deletion of an account. */
const deletionStepSchema = z.object({ uid, part, state: z.literal('deleting') });
export type DeletionStep = Readonly<z.infer<typeof deletionStepSchema>>;

/** The step of a task of the queue `actions`. */
export const stepSchema = z.discriminatedUnion('state', [
  undoStepSchema,
  importStepSchema,
  leftoversStepSchema,
  deletionStepSchema,
]);
export type Step = Readonly<z.infer<typeof stepSchema>>;

/** A site whose icon is fetched for the links of an import: an entry of a list of sites. List -1 collects the sites. */
export const iconStepSchema = z.object({
  uid,
  action_id,
  state: z.literal('icons'),
  list: z.int(),
  entry: z.int(),
});
export type IconStep = Readonly<z.infer<typeof iconStepSchema>>;
