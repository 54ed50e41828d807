import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { RowIcon } from '#web/ui/row-icon.tsx';

import { useActions, useIsFavorite } from '#web/hooks/library-hooks.ts';
import styles from './row-button.module.css';

interface StarButtonProps {
  readonly kind: ObjectKind;
  readonly of: Key;
  readonly name: string;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
}

export function StarButton({ kind, of: key, name, className, tabIndex = 0 }: StarButtonProps) {
  const actions = useActions();
  const isFavorite = useIsFavorite(kind, key);
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.star, className)}
      aria-pressed={isFavorite}
      aria-label={`Favorite ${name}`}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      tabIndex={tabIndex}
      onClick={() => {
        void actions.toggleFavorite(kind, key);
      }}
    >
      <RowIcon name="star" />
    </button>
  );
}
