import type { Edit, RevertedEdit } from '@foldmark/library/changes/edits';
import type { LibraryChange } from '@foldmark/library/changes/changes';
import { type NamedItem, subjectOf } from '@foldmark/library/changes/references';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import { partsOf } from '@foldmark/contract/batch-parts';
import type { ChangeEdits } from '#web/sync/changes/showing/preparation.ts';
import type { Library } from '@foldmark/library/memory/library';

/** A gesture that was made after one that is rolled back or added back. */
export interface LaterGesture {
  readonly gesture: Gesture;
  /** The edits of its changes, if this page shows them. */
  readonly edits: readonly (ChangeEdits | undefined)[];
  /** Whether the gesture may have been sent. Then a retry must be identical. */
  readonly isFixed: boolean;
}

/** The effect of a change on one field. */
interface FieldEdit {
  /** Null for the profile. */
  readonly item: NamedItem | null;
  readonly field: string;
  /** Identifies the field and its link or folder. */
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
  /** The object that holds the guard of the field. Null without a guard. */
  readonly guard: object | null;
}

interface RebaseDeps {
  /** The edits of the changes, if this page shows them. */
  readonly edits: readonly (ChangeEdits | undefined)[];
  /** Whether the changes are added back instead of rolled back. */
  readonly isBack: boolean;
  readonly library: Library;
}

/**
 * Updates the guards of later gestures (oldest first) for the fields that `changes` set. After a rollback, the gestures expect
 * the values without these changes. If the changes are added back, they expect the values with them. Returns the gestures with
 * new guards. Replaces the guards in place, because the sender, the undo stack and the outbox share them.
 *
 * Reapplying the later gestures would be shorter. But their guards would then expect values that another device has set
 * meanwhile, and the gestures would overwrite these values.
 */
export function rebaseGuards(
  changes: readonly LibraryChange[],
  later: readonly LaterGesture[],
  { edits: own, isBack, library }: RebaseDeps,
): readonly Gesture[] {
  const moved = new Map<string, { readonly before: unknown; readonly after: unknown }>();
  const fields = changes.flatMap((change, index) => fieldEdits(change, own[index]));
  for (const { item, key, field, before, after } of fields) {
    // The server has made the change, but its answer failed.
    const isMade = !isBack && item !== null && storedValue(library, item, field) === after;
    if (!isMade) moved.set(key, { before: moved.has(key) ? moved.get(key)?.before : before, after });
  }
  const rebased = new Set<Gesture>();
  for (const { gesture, edits, isFixed } of later) {
    if (moved.size === 0) break;
    for (const [index, change] of gesture.changes.entries()) {
      for (const { key, field, before, guard } of fieldEdits(change)) {
        const move = moved.get(key);
        if (move === undefined) continue;
        const [from, to] = isBack ? [move.before, move.after] : [move.after, move.before];
        if (!isFixed && before === from) {
          if (guard !== null) Object.assign(guard, { [field]: to });
          setBefore(edits[index] ?? null, field, { from, to });
          rebased.add(gesture);
        }
        // Later gestures expect the value that this gesture sets, unless it is set aside too.
        if (gesture.aside === undefined) moved.delete(key);
      }
    }
  }
  return [...rebased];
}

/**
 * Whether a retry of changes that an earlier page may have sent must be identical. The server compares the parts of an action.
 */
export function mustStay({ aside, changes, mayBeSent, group }: Gesture): boolean {
  return aside === undefined ? mayBeSent === true || group !== undefined : partsOf(changes).length > 1;
}

/** The field edits of a change, from its guard. `edits` give the effect of a change without a guard, such as a merge. */
function fieldEdits(change: LibraryChange, edits: ChangeEdits = []): readonly FieldEdit[] {
  const item = subjectOf(change);
  if (change.kind === 'revert')
    return change.edits.flatMap((edit) => fieldsOf(itemOf(edit), edit.after, edit.before, edit.after));
  if ('if' in change) {
    const values = new Map<string, unknown>(Object.entries(change));
    const guarded = Object.keys(change.if ?? {});
    const after = guarded.map((field) => [field, values.get(nameIn(change, field))] as const);
    return fieldsOf(item, change.if ?? null, Object.fromEntries(after), change.if);
  }
  // A merge of an earlier page, whose values are unknown.
  if (change.kind === 'link.merge' && (edits ?? []).length === 0)
    return fieldsOf(item, { status_id: STATUS_ACTIVE }, { status_id: STATUS_TRASHED });
  return (edits ?? []).flatMap((edit) => fieldsOf(itemOf(edit), edit.before, edit.after));
}

function itemOf({ table, key }: Edit | RevertedEdit): NamedItem | null {
  if (table === 'links') return { kind: 'link', id: key.link_id };
  return table === 'folders' ? { kind: 'folder', id: key.folder_id } : null;
}

function fieldsOf(
  item: NamedItem | null,
  before: object | null,
  after: object | null,
  guard: object | null = null,
): readonly FieldEdit[] {
  if (before === null || after === null) return [];
  const values = new Map<string, unknown>(Object.entries(after));
  return Object.entries(before).map(([field, value]) => ({
    item,
    field,
    key: keyOf(item, field),
    before: value,
    after: values.get(field),
    guard,
  }));
}

function keyOf(item: NamedItem | null, field: string): string {
  return item === null ? field : `${item.kind} ${item.id} ${field}`;
}

function storedValue(library: Library, { kind, id }: NamedItem, field: string): unknown {
  const { links, folders } = library.tables;
  const record = kind === 'link' ? links.server(id) : folders.server(id);
  const value = new Map<string, unknown>(Object.entries(record ?? {})).get(field);
  return field === 'parent_folder_id' && typeof value === 'number' ? library.keyOf('folder', value) : value;
}

/** Sets the value to which an undo of the change returns. */
function setBefore(
  edits: ChangeEdits,
  field: string,
  { from, to }: { readonly from: unknown; readonly to: unknown },
): void {
  for (const { before } of edits ?? []) {
    const values = new Map<string, unknown>(Object.entries(before ?? {}));
    if (before !== null && values.has(field) && values.get(field) === from)
      Object.assign(before, { [field]: to });
  }
}

/** The property of a change that sets a guarded field. */
function nameIn(change: LibraryChange, field: string): string {
  return 's3_key' in change && field === 'image_s3_key' ? 's3_key' : field;
}
