import type { ObjectKind } from '@foldmark/library/entities/collections';

import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/style/class-names.ts';
import { RowIcon } from '#web/ui/icons/row-icon.tsx';

import { useActions, useIsFavorite } from '#web/hooks/library-hooks.ts';
import styles from './row-button.module.css';

const STAR = <RowIcon name="star" />;

interface StarToggleProps {
  readonly isFavorite: boolean;
  /** The name of the link or folder. */
  readonly name: string;
  readonly className?: string | undefined;
  readonly tabIndex?: number;
  readonly onToggle: () => void;
}

export function StarToggle({ isFavorite, name, className, tabIndex = 0, onToggle }: StarToggleProps) {
  return (
    <button
      type="button"
      className={classNames(styles.button, styles.star, className)}
      aria-pressed={isFavorite}
      aria-label={`Favorite ${name}`}
      title={isFavorite ? 'Remove from favorites' : 'Add to favorites'}
      tabIndex={tabIndex}
      onClick={onToggle}
    >
      {STAR}
    </button>
  );
}

interface StarButtonProps extends Omit<StarToggleProps, 'isFavorite' | 'onToggle'> {
  readonly kind: ObjectKind;
  readonly of: Key;
}

/** A star that subscribes to the library by itself. */
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
