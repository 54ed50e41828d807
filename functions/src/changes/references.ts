import { type BatchableChange, createdKind } from '@foldmark/library/changes/changes';
import { referencesOf, withKnownIds } from '@foldmark/library/changes/references';
import type { ObjectKind } from '@foldmark/library/entities/collections';

import { Invalid } from '#functions/errors/failure.ts';

/** Rejects a `ref` that no earlier change of the part creates, or that two changes create. */
export function checkReferences(changes: readonly BatchableChange[]): void {
  const created = new Set<string>();
  for (const change of changes) {
    for (const { kind, id } of referencesOf(change)) {
      if (id < 0 && !created.has(`${kind} ${id}`)) {
        throw new Invalid([`No earlier change creates the ${kind} ${id}.`]);
      }
    }
    if (!('ref' in change)) continue;
    const name = `${createdKind(change)} ${change.ref}`;
    if (created.has(name)) throw new Invalid([`Two changes create the ${name}.`]);
    created.add(name);
  }
}

/** The ids of the objects that a part has created, by their `ref`. */
export class References {
  readonly #ids = new Map<string, number>();

  add(kind: ObjectKind, ref: number, id: number): void {
    this.#ids.set(`${kind} ${ref}`, id);
  }

  /** Replaces references in a change by ids. Null if the change names an object whose creation was skipped. */
  resolve(change: BatchableChange): BatchableChange | null {
    return withKnownIds(change, (kind, id) => (id > 0 ? id : (this.#ids.get(`${kind} ${id}`) ?? null)));
  }
}
