import { objectKindSchema } from '@foldmark/contract/fields';
import * as z from 'zod/mini';

import { commandSchema } from '#web/sync/mutations/command.ts';

const shared = {
  /** Its Idempotency-Key, which is also its place in the store. */
  request: z.string(),
  /** The library that sends it, for as long as that one is open. */
  owner: z.string(),
  /** When, in milliseconds; two of one owner differ. */
  at: z.number(),
};

/** A change that was made here and is not known to be done. */
const changeSchema = z.object({ ...shared, command: commandSchema });
export type KeptChange = Readonly<z.infer<typeof changeSchema>>;

/** What a change has made: those after it know it by its key, for as long as its library is open. */
const madeSchema = z.object({ ...shared, kind: objectKindSchema, key: z.int(), id: z.int() });
export type KeptId = Readonly<z.infer<typeof madeSchema>>;

const keptSchema = z.union([changeSchema, madeSchema]);

/** Null for what this version of the app did not write. */
export function readKept(stored: unknown): KeptChange | KeptId | null {
  const result = z.safeParse(keptSchema, stored);
  return result.success ? result.data : null;
}
