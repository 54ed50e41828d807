import type { ChangeOf } from '@foldmark/contract/changes';

type LinkEdits = Omit<ChangeOf<'link.set'>, 'kind' | 'link_id' | 'if'>;

/** The fields that a change sets. A rest pattern takes three times as long, and a selection can have 10,000 links. */
export function linkEditsOf({ url, name, status_id, note }: ChangeOf<'link.set'>): LinkEdits {
  const edits: { -readonly [F in keyof LinkEdits]: LinkEdits[F] } = {};
  if (url !== undefined) edits.url = url;
  if (name !== undefined) edits.name = name;
  if (status_id !== undefined) edits.status_id = status_id;
  if (note !== undefined) edits.note = note;
  return edits;
}

/** The edits whose values differ from those of the record when the person began to edit. */
export function changedFields<T extends object, E extends Partial<T>>(opened: T, edits: E): Partial<E> {
  const before = new Map<string, unknown>(Object.entries(opened));
  const changed: Partial<E> = { ...edits };
  for (const field in edits) if (before.get(field) === edits[field]) delete changed[field];
  return changed;
}
