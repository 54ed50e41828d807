import type { ShownRow } from '../row/row-props.ts';
import { FolderCard } from './folder-card.tsx';
import { LinkCard } from './link-card.tsx';

interface CardsProps {
  readonly rows: readonly ShownRow[];
  /** How many cards are side by side. */
  readonly columns: number;
}

/** Links and folders as cards. For the keys and for screen readers, they are the rows of a list. */
export function Cards({ rows, columns }: CardsProps) {
  return rows.map(({ kind, elementKey, isTrashed, isNew, ...row }) => {
    const column = row.index % columns;
    return kind === 'folder' ? (
      <FolderCard key={elementKey} {...row} column={column} isTrashed={isTrashed} />
    ) : (
      <LinkCard key={elementKey} {...row} column={column} isNew={isNew} />
    );
  });
}
