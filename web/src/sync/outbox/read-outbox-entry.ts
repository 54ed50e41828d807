import { objectKindSchema } from '@foldmark/contract/fields';
import * as z from 'zod/mini';

import { commandSchema } from '#web/sync/outbox/command.ts';

const shared = {
  /** The request's idempotency key. It is also the key in the object store. */
  request: z.string(),
  /** The open library that sends the change. */
  owner: z.string(),
  /** A timestamp in milliseconds, unique per owner. */
  at: z.number(),
};

/** A change that the server has not confirmed yet. */
const changeSchema = z.object({ ...shared, command: commandSchema });
export type ChangeEntry = Readonly<z.infer<typeof changeSchema>>;

/** The id of a created object. Later changes refer to the object by its key while their library is open. */
const createdIdSchema = z.object({ ...shared, kind: objectKindSchema, key: z.int(), id: z.int() });
export type CreatedIdEntry = Readonly<z.infer<typeof createdIdSchema>>;

const entrySchema = z.union([changeSchema, createdIdSchema]);

/** Returns null for an entry of another version of the app that this version cannot read. */
export function readOutboxEntry(stored: unknown): ChangeEntry | CreatedIdEntry | null {
  const result = z.safeParse(entrySchema, stored);
  return result.success ? result.data : null;
}
