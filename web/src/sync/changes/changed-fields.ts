import type { ChangeOf } from '@foldmark/library/changes/changes';

type Identity = 'kind' | 'link_id' | 'folder_id' | 'if';
const IDENTITY: ReadonlySet<string> = new Set<Identity>(['kind', 'link_id', 'folder_id', 'if']);

/** The fields that a change sets. A rest pattern takes three times as long, and a selection can have 10,000 links. */
export function editsOf<C extends ChangeOf<'link.set' | 'folder.set'>>(change: C): Omit<C, Identity> {
  const edits: Partial<C> = {};
  for (const field in change) if (!IDENTITY.has(field)) edits[field] = change[field];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- exactly the fields without the identity
  return edits as Omit<C, Identity>;
}

/** The edits whose values differ from those of the record when the person began to edit. */
export function changedFields<T extends object, E extends Partial<T>>(opened: T, edits: E): Partial<E> {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed: Partial<E> = { ...edits };
  for (const field in edits) if (before.get(field) === edits[field]) delete changed[field];
  return changed;
}
