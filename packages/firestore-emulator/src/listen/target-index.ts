import { groupOf } from '#firestore/listen/query-view.ts';
import { databaseOf, lastSegment, parentOf, rootOf } from '#firestore/model/names.ts';

/**
 * Finds the targets that a change can touch, whatever else is listened to: by the document's name, its collection, its
 * collection group, or its database (a query over all collections).
 */
export class TargetIndex<Target> {
  readonly #places = new Map<string, Set<Target>>();

  add(place: string, target: Target): void {
    const targets = this.#places.get(place);
    if (targets === undefined) this.#places.set(place, new Set([target]));
    else targets.add(target);
  }

  remove(place: string, target: Target): void {
    const targets = this.#places.get(place);
    targets?.delete(target);
    if (targets?.size === 0) this.#places.delete(place);
  }

  /** The targets at one place itself. */
  at(place: string): Iterable<Target> {
    return this.#places.get(place) ?? [];
  }

  *touchedBy(documentName: string): Generator<Target, void> {
    const collection = parentOf(documentName);
    const database = databaseOf(documentName);
    yield* this.at(documentName);
    yield* this.at(collection);
    yield* this.at(groupOf(database, lastSegment(collection)));
    yield* this.at(rootOf(database));
  }
}
