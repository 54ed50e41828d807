import { libraryChangeSchema, type LibraryChange } from '@foldmark/library/changes/changes';
import { objectKindSchema } from '@foldmark/library/entities/fields';
import * as z from 'zod/mini';

const shared = {
  /** The request's idempotency key, also the key in the object store. */
  request: z.string(),
  /** The open library that sends the changes. */
  owner: z.string(),
  /** A timestamp in milliseconds, unique per owner. */
  at: z.number(),
};

/** The changes of one gesture that the server has not confirmed yet, or that the feed has not delivered yet. */
const gestureSchema = z.object({
  ...shared,
  /** The text that the history shows. */
  label: z.string(),
  /** JSON, because a text is stored much faster than thousands of objects. */
  changes: z.string(),
  /** The number of changes that the server has not confirmed. */
  size: z.int(),
  /** Whether the server has made the changes. They are shown until the feed delivers them, and are not sent again. */
  answered: z.exactOptional(z.literal(true)),
  /** The number of parts that the server was told, if an undo has stopped the gesture since. */
  parts: z.exactOptional(z.int()),
  /** The action that this gesture undoes. */
  undoes: z.exactOptional(z.string()),
  /** Whether an undo or a redo has set the guards. Then a field that was left alone needs no "Apply yours". */
  isGuarded: z.exactOptional(z.boolean()),
  /** The time until which the gesture is held back, so that the user can undo it. */
  heldUntil: z.exactOptional(z.number()),
  /** Whether a request may have carried this gesture alone. Then no other request may carry it. */
  mayBeSent: z.exactOptional(z.boolean()),
  /** Why the server could not make the gesture after several tries. It is sent again only if the user says so. */
  aside: z.exactOptional(z.array(z.string())),
  /** The request that carries several gestures, and the index in it. A retry must carry the same gestures. */
  group: z.exactOptional(z.object({ id: z.string(), index: z.int() })),
});
export type StoredGesture = Readonly<z.infer<typeof gestureSchema>>;

/** The id of a created object. Later changes refer to the object by its key while their library is open. */
const createdIdSchema = z.object({ ...shared, kind: objectKindSchema, key: z.int(), id: z.int() });
export type CreatedIdEntry = Readonly<z.infer<typeof createdIdSchema>>;

/** Returns null for an entry of another version of the app that this version cannot read. */
export function readOutboxEntry(stored: unknown): StoredGesture | CreatedIdEntry | null {
  const entry = z.safeParse(z.union([gestureSchema, createdIdSchema]), stored);
  if (!entry.success) return null;
  return !('changes' in entry.data) || readChanges(entry.data.changes) !== null ? entry.data : null;
}

/** Null if this version does not know one of the change kinds. */
export function readChanges(text: string): readonly LibraryChange[] | null {
  try {
    const result = z.safeParse(z.array(libraryChangeSchema), JSON.parse(text));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}
