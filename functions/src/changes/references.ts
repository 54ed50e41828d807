import type { BatchableChange } from '@foldmark/library/changes/changes';
import type { ObjectKind } from '@foldmark/library/entities/collections';
import { BATCH_NAMED_MAX_COUNT } from '@foldmark/contract/limits';

import { NotMade } from '#functions/changes/not-made.ts';
import { Failure, Invalid } from '#functions/errors/failure.ts';

/** The objects that a change names, by id, or by the `ref` of the change that creates the object. */
export function namedObjects(change: BatchableChange): readonly (readonly [ObjectKind, number])[] {
  switch (change.kind) {
    case 'link.create':
      return [];
    case 'link.set':
    case 'link.delete':
      return [['link', change.link_id]];
    case 'link.merge':
    case 'link.unmerge':
      return [
        ['link', change.link_id],
        ['link', change.into_id],
      ];
    case 'link.distinct':
      return [
        ['link', change.link_id],
        ['link', change.other_id],
      ];
    case 'folder.create':
      return [['folder', change.parent_folder_id]];
    case 'folder.set':
    case 'folder.delete':
      return [['folder', change.folder_id]];
    case 'folder.move':
      return [
        ['folder', change.folder_id],
        ['folder', change.parent_folder_id],
      ];
    case 'member.set':
      return [
        ['folder', change.folder_id],
        ['link', change.link_id],
      ];
    case 'favorite.set':
      return [[change.object_type, change.object_id]];
  }
}

/** Names the link or folder that a change is about. */
export function subjectOf(change: BatchableChange): string {
  switch (change.kind) {
    case 'link.create':
      return `link ${change.ref}`;
    case 'folder.create':
      return `folder ${change.ref}`;
    case 'link.set':
    case 'link.delete':
    case 'link.merge':
    case 'link.unmerge':
    case 'link.distinct':
    case 'member.set':
      return `link ${change.link_id}`;
    case 'folder.set':
    case 'folder.move':
    case 'folder.delete':
      return `folder ${change.folder_id}`;
    case 'favorite.set':
      return `${change.object_type} ${change.object_id}`;
  }
}

/** Rejects changes that name more documents than a part may read, before any is read. */
export function checkNamed(changes: readonly BatchableChange[]): void {
  let named = 0;
  for (const change of changes) {
    named += namedObjects(change).length + (change.kind === 'link.unmerge' ? change.folder_ids.length : 0);
  }
  if (named > BATCH_NAMED_MAX_COUNT) throw new Failure('tooLarge');
}

/** Rejects a `ref` that no earlier change of the part creates, or that two changes create. */
export function checkReferences(changes: readonly BatchableChange[]): void {
  const created = new Set<string>();
  for (const change of changes) {
    for (const [kind, id] of namedObjects(change)) {
      if (id < 0 && !created.has(`${kind} ${id}`)) {
        throw new Invalid([`No earlier change creates the ${kind} ${id}.`]);
      }
    }
    if (change.kind !== 'link.create' && change.kind !== 'folder.create') continue;
    const [kind] = change.kind.split('.');
    const name = `${kind} ${change.ref}`;
    if (created.has(name)) throw new Invalid([`Two changes create the ${name}.`]);
    created.add(name);
  }
}

/** The ids of the objects that a part has created, by their `ref`. */
export class References {
  readonly #ids = new Map<string, number>();

  add<K extends ObjectKind>(kind: K, ref: number, id: number): { ref: number; kind: K; id: number } {
    this.#ids.set(`${kind} ${ref}`, id);
    return { ref, kind, id };
  }

  /** An object whose creation was skipped is gone. */
  idOf(kind: ObjectKind, id: number): number {
    const known = id < 0 ? this.#ids.get(`${kind} ${id}`) : id;
    if (known === undefined) throw new NotMade('gone', kind === 'link' ? 'noSuchLink' : 'noSuchFolder');
    return known;
  }
}
