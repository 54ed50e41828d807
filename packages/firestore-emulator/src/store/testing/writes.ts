import type { Store } from '#firestore/store/store.ts';
import type { Timestamp, Value } from '#firestore/model/value.ts';
import type { DeleteWrite, Precondition, UpdateWrite } from '#firestore/model/write.ts';

/** Helpers that create writes and names for tests. */
export const database = 'projects/p/databases/(default)';

export function name(path: string): string {
  return `${database}/documents/${path}`;
}

export function set(
  path: string,
  fields: Record<string, Value>,
  precondition: Precondition | null = null,
): UpdateWrite {
  const values = new Map(Object.entries(fields));
  return { kind: 'update', name: name(path), fields: values, mask: null, transforms: [], precondition };
}

export function remove(path: string, precondition: Precondition | null = null): DeleteWrite {
  return { kind: 'delete', name: name(path), precondition };
}

export function fieldsOf(store: Store, path: string, at?: Timestamp): Record<string, Value> | null {
  const document = store.read(name(path), at);
  return document === null ? null : Object.fromEntries(document.fields);
}
