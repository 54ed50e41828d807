import { textField } from '@foldmark/library/entities/fields';
import * as z from 'zod/mini';

import { CONNECT_QUERY_MAX_LENGTH, DEVICE_MAX_LENGTH } from './limits.ts';
import { scopeSchema } from './scopes.ts';

/** What the page /connect sends and gets. It passes its query on unread, so only the server knows what the parameters mean. */

const query = () =>
  z
    .string('query must be text.')
    .check(
      z.maxLength(CONNECT_QUERY_MAX_LENGTH, `query can have at most ${CONNECT_QUERY_MAX_LENGTH} characters.`),
    );

export const connectCheckSchema = z.object({ query: query() });

export const connectDecideSchema = z.object({
  query: query(),
  approve: z.boolean('approve must be true or false.'),
  /** The scopes that the person allows: those that the app asked for, or fewer. */
  scopes: z
    .array(scopeSchema, 'scopes must be a list.')
    .check(z.maxLength(3, 'scopes can have at most 3 entries.')),
  /** The browser in which the person decides. */
  device: z.exactOptional(textField('device', DEVICE_MAX_LENGTH)),
});

const connectAskedSchema = z.object({
  state: z.literal('ask'),
  /** The name that the app gives itself. Any app can give itself any name. */
  name: z.string(),
  /** The host that the app certainly has, or the name of our own app. Empty with a device code. */
  host: z.string(),
  /** The host or the app that the browser returns to. Empty with a device code. */
  sent_to: z.string(),
  /** Whether the app runs on the person's own machine, or on a device that shows a code. */
  is_on_device: z.boolean(),
  scopes: z.array(scopeSchema),
  /** After how many days without use the app has to be connected again. */
  days: z.int(),
  /** Whether the login is new enough to approve. */
  is_fresh: z.boolean(),
  /** Where the browser goes if the person declines. Null with a device code. */
  denied_to: z.nullable(z.string()),
});

export const connectCheckedSchema = z.discriminatedUnion('state', [
  connectAskedSchema,
  /** The app made a mistake that it is told, by sending the browser back. */
  z.object({ state: z.literal('back'), redirect_to: z.string() }),
]);
export type ConnectChecked = z.output<typeof connectCheckedSchema>;

/** `redirect_to` is null with a device code. */
export const connectDecidedSchema = z.object({ redirect_to: z.nullable(z.string()) });
