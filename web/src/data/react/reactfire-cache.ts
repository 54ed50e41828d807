import { type Query, queryEqual } from 'firebase/firestore';

/**
 * reactfire keeps every subscription under the number that its query got in a list, an ended one too, and hands it to
 * whoever asks for the same query again.
 */
export function forgetQuery(query: Query): void {
  const queries: unknown = Reflect.get(globalThis, '_reactFireFirestoreQueryCache');
  const observables: unknown = Reflect.get(globalThis, '_reactFirePreloadedObservables');
  if (!Array.isArray(queries) || !(observables instanceof Map)) return;
  const number = queries.findIndex((known: Query) => queryEqual(known, query));
  observables.delete(`firestore:collection:${number}`);
}
