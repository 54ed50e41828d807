import * as z from 'zod/mini';

import { skipReasonSchema } from '@foldmark/library/changes/change';
import { batchableChangeSchema } from '@foldmark/library/changes/changes';
import { idSchema, objectKindSchema, requiredTextField, textField } from '@foldmark/library/entities/fields';
import {
  ACTION_LABEL_MAX_LENGTH,
  BATCH_CHANGES_MAX_COUNT,
  BATCH_PARTS_MAX_COUNT,
  DEVICE_MAX_LENGTH,
} from './limits.ts';

export const actionId = (name = 'action_id') =>
  z
    .string(`${name} must be text.`)
    // Firestore reserves ids that begin and end with two underscores.
    .check(z.regex(/^(?!__)[\w-]{8,64}$/, `${name} must be 8 to 64 letters, digits, dashes or underscores.`));
const parts = (name: string) =>
  z
    .int(`${name} must be a whole number.`)
    .check(z.maximum(BATCH_PARTS_MAX_COUNT, `${name} can be at most ${BATCH_PARTS_MAX_COUNT}.`));

/** One part of an action, which is one gesture of the user. */
export const batchSchema = z
  .object({
    action_id: actionId(),
    /** The index of the part, from 0. */
    part: parts('part').check(z.nonnegative('part must be 0 or more.')),
    parts: parts('parts').check(z.positive('parts must be above 0.')),
    /** The text that the history shows. */
    label: requiredTextField('label', 'label must not be empty.', ACTION_LABEL_MAX_LENGTH),
    device: z.exactOptional(textField('device', DEVICE_MAX_LENGTH)),
    /** The action that this action undoes. */
    undoes: z.exactOptional(actionId()),
    changes: z
      .array(batchableChangeSchema, 'changes must be a list.')
      .check(
        z.minLength(1, 'changes must not be empty.'),
        z.maxLength(BATCH_CHANGES_MAX_COUNT, `changes can have at most ${BATCH_CHANGES_MAX_COUNT} entries.`),
      ),
  })
  .check(z.refine(({ part, parts: count }) => part < count, 'part must be below parts.'));

export const batchedSchema = z.object({
  /** How many changes were made at least in part, now or before. */
  done: z.int(),
  /** The changes that were not made, or only in part. `fields` are the fields that were left alone. */
  skipped: z.array(
    z.object({ index: z.int(), why: skipReasonSchema, fields: z.exactOptional(z.array(z.string())) }),
  ),
  created: z.array(z.object({ ref: z.int(), kind: objectKindSchema, id: idSchema })),
});
export type Batched = z.infer<typeof batchedSchema>;

/**
 * Undoes an action of the history, or with `redo` makes its changes again. A job does the work, and the action shows its
 * progress.
 */
export const actionUndoSchema = z.object({
  action_id: actionId(),
  redo: z.exactOptional(z.boolean('redo must be true or false.')),
});

/**
 * The state of an action. `undoing` and `redoing`: a job works on it. `undone`: only changes that the undo left alone still
 * stand. An import that is not done or stopped is in one of three more states: `receiving` its parts, `waiting` for an earlier
 * import, `importing`.
 */
export const actionStateSchema = z.enum([
  'running',
  'done',
  'undoing',
  'undone',
  'redoing',
  'receiving',
  'waiting',
  'importing',
]);
export type ActionState = z.infer<typeof actionStateSchema>;

export const actionUndoneSchema = z.object({ state: actionStateSchema });
