import type { ObjectKind } from '@foldmark/contract/firestore-paths';
import { Ellipsis } from 'lucide-react';

import type { Key } from '#web/data/library/keys.ts';

import type { RowTools } from './row-tools.ts';
import styles from './row.module.css';

interface MoreButtonProps {
  readonly kind: ObjectKind;
  readonly of: Key;
  readonly name: string;
  readonly tabIndex: number;
  readonly tools: RowTools;
}

export function MoreButton({ kind, of: key, name, tabIndex, tools }: MoreButtonProps) {
  const open = (button: HTMLElement) => {
    tools.openMenu({ kind, key, button });
  };
  return (
    <button
      type="button"
      className={styles.more}
      aria-haspopup="menu"
      aria-label={`More for ${name}`}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => {
        open(currentTarget);
      }}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== ' ') return;
        // A click that the browser makes of a key looks to the menu like one of a screen reader, and gets no focus.
        event.preventDefault();
        open(event.currentTarget);
      }}
    >
      <Ellipsis aria-hidden="true" />
    </button>
  );
}
