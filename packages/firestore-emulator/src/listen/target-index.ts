import { groupOf } from '#firestore/listen/query-view.ts';
import { databaseOf, lastSegment, parentOf, rootOf } from '#firestore/model/names.ts';

/**
 * Finds the targets that a change can affect, at a cost that doesn't depend on the number of other targets. The key is
 * the document's name, its collection, its collection group, or its database (for a query over all collections).
 */
export class TargetIndex<Target> {
  readonly #paths = new Map<string, Set<Target>>();

  add(path: string, target: Target): void {
    const targets = this.#paths.get(path);
    if (targets === undefined) this.#paths.set(path, new Set([target]));
    else targets.add(target);
  }

  remove(path: string, target: Target): void {
    const targets = this.#paths.get(path);
    targets?.delete(target);
    if (targets?.size === 0) this.#paths.delete(path);
  }

  /** The targets at exactly this path. */
  at(path: string): Iterable<Target> {
    return this.#paths.get(path) ?? [];
  }

  *affectedBy(documentName: string): Generator<Target, void> {
    if (this.#paths.size === 0) return;
    const collection = parentOf(documentName);
    const database = databaseOf(documentName);
    yield* this.at(documentName);
    yield* this.at(collection);
    yield* this.at(groupOf(database, lastSegment(collection)));
    yield* this.at(rootOf(database));
  }
}
