import { dateSchema } from '@foldmark/library/entities/field';
import { textField } from '@foldmark/library/entities/fields';
import { pageTitle } from '@foldmark/library/entities/page-text';
import * as z from 'zod/mini';

import { DEVICE_MAX_LENGTH, GRANT_DAYS_MAX, GRANT_NAME_MAX_LENGTH } from './limits.ts';
import { scopeSchema } from './scopes.ts';

/** What connected apps send and get. An app is a grant: a personal token, or an app that was connected by OAuth. */

const grantId = () =>
  z.string('grant_id must be text.').check(z.regex(/^[\w-]{8,64}$/, 'grant_id must be the id of an app.'));

export const grantIdSchema = z.object({ grant_id: grantId() });

const NO_NAME = 'Please enter a name.';

export const grantCreateSchema = z.object({
  name: z.string({ error: ({ input }) => (input === undefined ? NO_NAME : 'name must be text.') }).check(
    // The history and Settings show the name as one line. No character may disguise it.
    z.overwrite(pageTitle),
    z.refine((text) => text !== '', NO_NAME),
    z.maxLength(GRANT_NAME_MAX_LENGTH, `name can have at most ${GRANT_NAME_MAX_LENGTH} characters.`),
  ),
  scopes: z
    .array(scopeSchema, 'scopes must be a list.')
    .check(z.minLength(1, 'scopes must not be empty.'), z.maxLength(3, 'scopes can have at most 3 entries.')),
  /** After how many days the token expires. */
  days: z
    .int('days must be a whole number.')
    .check(
      z.positive('days must be above 0.'),
      z.maximum(GRANT_DAYS_MAX, `days can be at most ${GRANT_DAYS_MAX}.`),
    ),
  /** The browser in which the person made it. */
  device: z.exactOptional(textField('device', DEVICE_MAX_LENGTH)),
});

export const grantSchema = z.object({
  grant_id: z.string(),
  kind: z.enum(['token', 'app']),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** The browser in which the person made it, or empty. */
  device: z.string(),
  /** The host of an app that was connected by OAuth, the name of our own app, or empty. */
  client_host: z.string(),
  created_at: dateSchema,
  /** The last UTC day with a call, as YYYY-MM-DD, or empty. */
  last_used_day: z.string(),
  expires_at: dateSchema,
  /** Apps that are not active any more are listed for 30 days, as long as their actions can be undone. */
  state: z.enum(['active', 'revoked', 'expired']),
});
export type Grant = z.output<typeof grantSchema>;

export const grantsSchema = z.array(grantSchema);

/** `token` is in no other answer, and Foldmark stores only its hash. */
export const grantCreatedSchema = z.object({ token: z.string(), grant: grantSchema });

/** `undoing`: a job undoes the actions, newest first. `done`: there was nothing to undo. */
export const grantUndoneSchema = z.object({ state: z.enum(['undoing', 'done']) });
