import type { LibraryChange } from '@foldmark/library/changes/changes';
import { STATUS_ACTIVE, STATUS_TRASHED } from '@foldmark/library/entities/limits';

import type { Gesture } from '#web/sync/changes/outbox-entry.ts';
import { partsOf } from '#web/sync/changes/parts.ts';
import { subjectOf } from '#web/sync/changes/references.ts';
import type { Item } from '@foldmark/library/memory/items';
import type { Library } from '@foldmark/library/memory/library';

/** A gesture that was made after one that is rolled back, or that comes back. */
export interface LaterGesture {
  readonly gesture: Gesture;
  /** What undoes its changes, if this page made it. */
  readonly inverses: readonly (LibraryChange | null)[];
  /** Whether it may have been sent, so that its repeat must be the same. */
  readonly isFixed: boolean;
}

/** What a change makes of a field. */
interface FieldEdit {
  /** Null for the profile. */
  readonly item: Item | null;
  readonly field: string;
  /** The field with its link or folder. */
  readonly key: string;
  readonly before: unknown;
  readonly after: unknown;
}

interface RebaseParts {
  /** What undoes each of the changes, if this page made them. */
  readonly inverses: readonly (LibraryChange | null)[];
  /** Whether the changes come back. */
  readonly isBack: boolean;
  readonly library: Library;
  readonly bucket: () => string;
}

/**
 * Rewrites what later gestures (oldest first) expect of the fields that `changes` set: the values without these changes, which are
 * rolled back, or with them, if they come back. Returns the gestures that it has changed. Their guards are replaced in place, because
 * the sender, the undo stack and the outbox share them.
 */
export function rebaseGuards(
  changes: readonly LibraryChange[],
  later: readonly LaterGesture[],
  { inverses: own, isBack, library, bucket }: RebaseParts,
): readonly Gesture[] {
  const moved = new Map<string, { readonly before: unknown; readonly after: unknown }>();
  const edits = changes.flatMap((change, index) => [
    ...fieldEdits(change),
    ...mergeEdits(change, own[index] ?? null),
  ]);
  for (const { item, key, field, before, after } of edits) {
    // The server has made it, but could not say so.
    const isMade = !isBack && item !== null && storedValue(library, item, field) === after;
    if (!isMade) moved.set(key, { before: moved.has(key) ? moved.get(key)?.before : before, after });
  }
  const rebased = new Set<Gesture>();
  for (const { gesture, inverses, isFixed } of later) {
    if (moved.size === 0) break;
    for (const [index, change] of gesture.changes.entries()) {
      for (const { key, field, before } of fieldEdits(change)) {
        const move = moved.get(key);
        if (move === undefined) continue;
        const [from, to] = isBack ? [move.before, move.after] : [move.after, move.before];
        if (!isFixed && before === from) {
          setGuard(change, field, to);
          setValue(inverses[index] ?? null, field, { from, to }, bucket);
          rebased.add(gesture);
        }
        // Those after it expect what this one sets, unless it is aside too.
        if (gesture.aside === undefined) moved.delete(key);
      }
    }
  }
  return [...rebased];
}

/** Whether a repeat of what an earlier page may have sent must be the same. The server compares the parts of an action. */
export function mustStay({ aside, changes, mayBeSent, group }: Gesture): boolean {
  return aside === undefined ? mayBeSent === true || group !== undefined : partsOf(changes).length > 1;
}

function fieldEdits(change: LibraryChange): readonly FieldEdit[] {
  if (!('if' in change) || change.if === undefined) return [];
  const item = subjectOf(change);
  const values = new Map<string, unknown>(Object.entries(change));
  return Object.entries(change.if).map(([field, before]) => ({
    item,
    field,
    key: keyOf(item, field),
    before,
    after: values.get(nameIn(change, field)),
  }));
}

/** A merge has no guard: only what undoes it tells which values it gives. */
function mergeEdits(change: LibraryChange, inverse: LibraryChange | null): readonly FieldEdit[] {
  if (change.kind !== 'link.merge') return [];
  const item: Item = { kind: 'link', key: change.link_id };
  const into: Item = { kind: 'link', key: change.into_id };
  const field = 'status_id';
  const status = { item, field, key: keyOf(item, field), before: STATUS_ACTIVE, after: STATUS_TRASHED };
  if (inverse?.kind !== 'link.unmerge') return [status];
  const after = new Map<string, unknown>(Object.entries(inverse.after));
  const given = Object.entries(inverse.before).map(([name, before]) => ({
    item: into,
    field: name,
    key: keyOf(into, name),
    before,
    after: after.get(name),
  }));
  return [status, ...given];
}

function keyOf(item: Item | null, field: string): string {
  return item === null ? field : `${item.kind} ${item.key} ${field}`;
}

function storedValue(library: Library, { kind, key }: Item, field: string): unknown {
  const { links, folders } = library.tables;
  const record = kind === 'link' ? links.server(key) : folders.server(key);
  const value = new Map<string, unknown>(Object.entries(record ?? {})).get(field);
  return field === 'parent_folder_id' && typeof value === 'number' ? library.keyOf('folder', value) : value;
}

function setGuard(change: LibraryChange, field: string, value: unknown): void {
  if ('if' in change && change.if !== undefined) Object.assign(change.if, { [field]: value });
}

function setValue(
  change: LibraryChange | null,
  field: string,
  { from, to }: { readonly from: unknown; readonly to: unknown },
  bucket: () => string,
): void {
  if (change === null) return;
  const name = nameIn(change, field);
  if (new Map<string, unknown>(Object.entries(change)).get(name) !== from) return;
  Object.assign(change, { [name]: to });
  if ('s3_bucket' in change) Object.assign(change, { s3_bucket: to === '' ? '' : bucket() });
}

/** The name of a guarded field in a change. */
function nameIn(change: LibraryChange, field: string): string {
  return 's3_key' in change && field === 'image_s3_key' ? 's3_key' : field;
}
