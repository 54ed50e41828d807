import type { CSSProperties, ReactNode } from 'react';
import type { ObjectKind } from '@foldmark/library/entities/collections';

import { classNames } from '#web/ui/style/class-names.ts';

import { rowAttributes } from '../row/row-controls.tsx';
import type { RowProps } from '../row/row-props.ts';
import styles from './card.module.css';

export interface CardProps extends RowProps {
  readonly column: number;
}

interface FrameProps extends CardProps {
  readonly kind: ObjectKind;
  readonly isNew?: boolean;
  readonly isTrashed: boolean;
  readonly children: ReactNode;
}

/** The element of a card. A card is a row of the grid, as in the list, so that both have the same keys, drags and menus. */
export function CardFrame(props: FrameProps) {
  const { column, top, hasMenu, isSelected, isNew, children } = props;
  return (
    <div
      {...rowAttributes(props)}
      className={classNames(
        styles.card,
        hasMenu && styles.hasMenu,
        isSelected && styles.selected,
        isNew === true && styles.new,
      )}
      style={placeOf(top, column)}
    >
      {children}
    </div>
  );
}

interface PlaceStyle extends CSSProperties {
  '--column': number;
}

function placeOf(top: number, column: number): PlaceStyle {
  return { top, '--column': column };
}

interface ControlsProps {
  readonly handle: ReactNode;
  readonly checkbox: ReactNode;
  readonly star: ReactNode;
  readonly more: ReactNode;
}

/** The controls above the picture. They show on hover and on focus. */
export function CardControls({ handle, checkbox, star, more }: ControlsProps) {
  return (
    <div role="gridcell" className={styles.controls}>
      {checkbox}
      {handle}
      <span className={styles.room} />
      {star}
      {more}
    </div>
  );
}
