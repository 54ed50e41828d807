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
  return (
    <button
      type="button"
      className={styles.more}
      aria-haspopup="menu"
      aria-label={`More for ${name}`}
      tabIndex={tabIndex}
      onClick={({ currentTarget }) => {
        tools.openMenu({ kind, key, button: currentTarget });
      }}
    >
      <Ellipsis aria-hidden="true" />
    </button>
  );
}
