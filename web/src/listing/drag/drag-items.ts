import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { DragItem } from 'react-aria/useDrag';

import type { Dragged } from '#web/state/dragged.ts';
import type { Key } from '@foldmark/library/memory/keys';

type IdOf = (kind: ObjectKind, key: Key) => number | null;

/** The drag data, one item for each link or folder: the kind as text, and the id as JSON once the server has assigned it. */
export function dragItems({ kind, keys }: Dragged, idOf: IdOf): DragItem[] {
  return keys.map((key): DragItem => {
    const id = idOf(kind, key);
    const payload = kind === 'link' ? { link_id: id } : { folder_id: id };
    return { 'text/plain': kind, ...(id === null ? {} : { 'application/json': JSON.stringify(payload) }) };
  });
}
