import type { Edit } from '@foldmark/library/changes/edits';
import { createdKind, type LibraryChange } from '@foldmark/library/changes/changes';
import { subjectOf } from '@foldmark/library/changes/references';
import { withoutGuard } from '@foldmark/library/changes/shown-edits';
import type { Micros } from '@foldmark/library/entities/records';
import { type EditPatch, patchesOf } from '@foldmark/library/memory/patches';

import type { Gesture } from '#web/sync/changes/outbox/outbox-entry.ts';
import type { CreatedId } from '#web/sync/changes/outbox/outbox.ts';
import { lateChange, lateRemovals } from '#web/sync/changes/showing/late-change.ts';
import { keepOnly, type Preparation } from '#web/sync/changes/showing/preparation.ts';
import type { Result } from '#web/sync/changes/sending/sending.ts';
import type { Library } from '@foldmark/library/memory/library';

/** How far the local clock may be ahead of the server's. */
const CLOCK_SKEW_MS = 60_000;

/** A change that the server skipped. */
export interface Skipped {
  readonly change: LibraryChange;
  readonly why: string;
  /** The fields that were left alone. */
  readonly fields: readonly string[];
  /** The answer of a single change. */
  readonly answer: object | null;
}

interface ShownChange {
  readonly change: LibraryChange;
  patches: readonly EditPatch[];
  isPending: boolean;
  /** The number of patches of the made change that wait for the feed. */
  undelivered: number;
}

/** A gesture that the library shows until the server has answered it and the feed has delivered it. */
export class ShownGesture {
  readonly gesture: Gesture;
  readonly skipped: Skipped[] = [];
  /** Called when the feed has delivered all changes that were made so far. */
  onDelivered: () => void = () => undefined;
  readonly #library: Library;
  readonly #preparation: Preparation;
  readonly #since: Micros | null;
  readonly #changes: (ShownChange | undefined)[];
  /** The changes before this index are shown. */
  #next = 0;
  /** The number of patches of made changes that wait for the feed. */
  #undelivered = 0;

  /** Creates the gesture without showing any change. */
  constructor(library: Library, gesture: Gesture, preparation: Preparation, isResumed: boolean) {
    this.#library = library;
    this.#preparation = preparation;
    this.#since = isResumed ? (gesture.at - CLOCK_SKEW_MS) * 1000 : null;
    this.gesture = gesture;
    this.#changes = Array.from({ length: gesture.changes.length });
  }

  /** The edits of each change. */
  get edits(): Preparation['edits'] {
    return this.#preparation.edits;
  }

  /** Whether the feed has delivered all changes that were made so far. */
  get isDelivered(): boolean {
    return this.#undelivered === 0;
  }

  /** Shows the next changes, those of visible rows first. All must show before the first one is sent. */
  show(count: number): void {
    const { changes } = this.gesture;
    const from = this.#next;
    this.#next += count;
    this.#library.batch(() => {
      if (from === 0 && count < changes.length && this.#preparation.isIndependent) this.#showVisible();
      for (let index = from; index < changes.length && index < from + count; index += 1) this.#show(index);
    });
  }

  /** Prepares the next changes, before they show. */
  prepare(from: number, to: number): void {
    this.#preparation.prepare(from, to);
  }

  /** Drops changes without an effect, after all changes are prepared. */
  dropIdle(): void {
    const isKept = this.#preparation.dropIdle();
    if (isKept === null) return;
    this.#library.batch(() => {
      for (const [index, shown] of this.#changes.entries())
        if (shown !== undefined && isKept[index] !== true) this.#settle(shown);
    });
    keepOnly(this.#changes, isKept);
    this.#next -= isKept.slice(0, this.#next).filter((kept) => !kept).length;
  }

  /** Called before changes are sent. From then on, the server's records may contain them. */
  sent(from: number, to: number): void {
    for (const shown of this.#changes.slice(from, to)) for (const patch of shown?.patches ?? []) patch.sent();
  }

  /** The results of a gesture that an earlier page has sent. */
  asAnswered(): readonly Result[] {
    return this.gesture.changes.map((change, index) => {
      const id =
        'ref' in change ? this.#library.tables.keys.idOf(createdKind(change) ?? 'link', change.ref) : null;
      return { index, skipped: null, ...(id === null ? {} : { id }) };
    });
  }

  /** Returns the patches of the changes that were made. They stay until the feed delivers the changes. */
  answered(results: readonly Result[]): readonly EditPatch[] {
    const made: EditPatch[] = [];
    this.#library.batch(() => {
      for (const { index, id, skipped, answer = null } of results) {
        const shown = this.#changes[index];
        if (shown === undefined) continue;
        const { change, patches } = shown;
        if (skipped !== null) {
          this.skipped.push({ change, why: skipped.why, fields: skipped.fields ?? [], answer });
          this.#remove(shown);
          continue;
        }
        this.#settle(shown);
        if ('ref' in change && id !== undefined) {
          this.#bind(change, id);
          for (const patch of patches) patch.created?.(id);
        }
        this.#await(shown);
        made.push(...patches);
      }
    });
    return made;
  }

  /** The changes that the server has made, but that the feed has not delivered. */
  undelivered(): readonly LibraryChange[] {
    return this.#changes.flatMap((shown) =>
      shown !== undefined && shown.undelivered > 0 ? [shown.change] : [],
    );
  }

  /** Rolls these changes back. */
  rollBack(from: number, to: number): void {
    this.#library.batch(() => {
      for (const shown of this.#changes.slice(from, to)) if (shown !== undefined) this.#remove(shown);
    });
  }

  /** The objects that the gesture has created. */
  created(): readonly CreatedId[] {
    return this.gesture.changes.flatMap((change) => {
      if (!('ref' in change)) return [];
      const kind = createdKind(change) ?? 'link';
      const id = this.#library.tables.keys.idOf(kind, change.ref);
      return id === null ? [] : [{ kind, key: change.ref, id }];
    });
  }

  #showVisible(): void {
    for (let index = 0; index < this.gesture.changes.length; index += 1) {
      const change = this.gesture.changes[index];
      const subject = change === undefined ? null : subjectOf(change);
      if (subject !== null && this.#library.isVisible(subject.kind, subject.id)) this.#show(index);
    }
  }

  #show(index: number): void {
    if (this.#changes[index] !== undefined) return;
    const { edits, now } = this.#preparation;
    const isAnswered = this.gesture.answered === true;
    this.#preparation.prepareOne(index);
    const change = this.gesture.changes[index];
    if (change === undefined) return;
    const late = edits[index] === null ? lateChange(this.#library, withoutGuard(change), now) : null;
    const isUnknown = this.#since !== null && edits[index]?.length === 0;
    const removals = isUnknown ? lateRemovals(this.#library, change, now) : null;
    const patches: EditPatch[] = [];
    for (const edit of late?.edits ?? removals ?? edits[index] ?? []) {
      // An answered creation has its id already.
      if (edit.before === null && !isAnswered) expectCreated(this.#library, edit, this.#since);
      for (const patch of patchesOf(this.#library, edit, now)) patches.push(patch);
    }
    if (late !== null) patches.push(...late.patches);
    for (const patch of patches) patch.attach();
    this.#changes[index] = { change, patches, isPending: true, undelivered: 0 };
    addPending(this.#library, change, 1);
  }

  /** Waits until the feed delivers a change that the server has made. */
  #await(shown: ShownChange): void {
    const { patches } = shown;
    const onGone = (): void => {
      shown.undelivered -= 1;
      this.#undelivered -= 1;
      if (this.isDelivered) this.onDelivered();
    };
    shown.undelivered = patches.length;
    this.#undelivered += patches.length;
    for (const patch of patches) patch.answered(onGone);
  }

  #remove(shown: ShownChange): void {
    const { change, patches } = shown;
    for (const patch of patches) patch.detach();
    shown.patches = [];
    if ('ref' in change) this.#bind(change, null);
    this.#settle(shown);
  }

  #bind(change: Extract<LibraryChange, { readonly ref: number }>, id: number | null): void {
    this.#library.tables.bind(createdKind(change) ?? 'link', change.ref, id);
  }

  #settle(shown: ShownChange): void {
    if (!shown.isPending) return;
    shown.isPending = false;
    addPending(this.#library, shown.change, -1);
  }
}

/** Links the server's record to the object created here, even if the feed is faster than the answer. */
function expectCreated(library: Library, { table, key, after }: Edit, since: Micros | null): void {
  const { tables } = library;
  if (table === 'links') {
    tables.bind('link', key.link_id, null);
    tables.expect('link', key.link_id, (_, record) => 'url' in record && record.url === after?.url, since);
  }
  if (table === 'folders') {
    tables.bind('folder', key.folder_id, null);
    tables.expect(
      'folder',
      key.folder_id,
      (_, record) =>
        'parent_folder_id' in record &&
        record.name === after?.name &&
        library.keyOf('folder', record.parent_folder_id) === after.parent_folder_id,
      since,
    );
  }
}

function addPending(library: Library, change: LibraryChange, count: 1 | -1): void {
  const subject = subjectOf(change);
  if (subject !== null) library.addPending(subject.kind, subject.id, count);
}
