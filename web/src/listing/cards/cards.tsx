import type { ReactNode } from 'react';

import type { RowLayout } from '../list/row-layout.ts';
import type { ShownRow } from '../row/row-props.ts';
import { FolderCard } from './folder-card.tsx';
import { LinkCard } from './link-card.tsx';

interface CardsProps {
  readonly rows: readonly ShownRow[];
  readonly layout: RowLayout;
  /** The heading above a card that begins a line. */
  readonly headingAt: (row: number) => ReactNode;
}

/** Links and folders as cards. For the keys and for screen readers, they are the rows of a list. */
export function Cards({ rows, layout: { lineOf, firstOf }, headingAt }: CardsProps) {
  return rows.flatMap(({ kind, elementKey, isTrashed, isNew, ...row }) => {
    const column = row.index - firstOf(lineOf(row.index));
    return [
      headingAt(row.index),
      kind === 'folder' ? (
        <FolderCard key={elementKey} {...row} column={column} isTrashed={isTrashed} />
      ) : (
        <LinkCard key={elementKey} {...row} column={column} isNew={isNew} />
      ),
    ];
  });
}
