import { memo } from 'react';

import type { ObjectKind } from '@foldmark/contract/firestore-paths';

import type { Key } from '#web/sync/library/keys.ts';
import { classNames } from '#web/ui/class-names.ts';
import { itemLabel, type ItemName } from '#web/ui/item-label.ts';
import { RowIcon } from '#web/ui/row-icon.tsx';

import { useActions, useIsFavorite } from '#web/hooks/library-hooks.ts';
import styles from './row-button.module.css';

const STAR = <RowIcon name="star" />;

interface StarLook {
  readonly className?: string | undefined;
  readonly tabIndex?: number;
}

type StarToggleProps = ItemName &
  StarLook & {
    readonly isFavorite: boolean;
    readonly onToggle: () => void;
  };

export const StarToggle = memo(function StarToggle(props: StarToggleProps) {
  const { isFavorite, className, tabIndex = 0, onToggle } = props;
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.star, className)}
      aria-pressed={isFavorite}
      {...itemLabel('Favorite', props)}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      tabIndex={tabIndex}
      onClick={onToggle}
    >
      {STAR}
    </button>
  );
});

type StarButtonProps = ItemName &
  StarLook & {
    readonly kind: ObjectKind;
    readonly of: Key;
  };

/** A star that follows the library by itself. */
export function StarButton({ kind, of: key, ...props }: StarButtonProps) {
  const actions = useActions();
  return (
    <StarToggle
      {...props}
      isFavorite={useIsFavorite(kind, key)}
      onToggle={() => {
        void actions.toggleFavorite(kind, key);
      }}
    />
  );
}
