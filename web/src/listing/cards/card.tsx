import type { ObjectKind } from '@foldmark/library/entities/collections';
import type { CSSProperties, ReactNode } from 'react';

import { BareCheckbox } from '#web/ui/fields/bare-checkbox.tsx';
import { classNames } from '#web/ui/style/class-names.ts';

import { DragHandle } from '../drag/drag-handle.tsx';
import { MoreButton } from '../items/more-button.tsx';
import { rowNameId, type RowProps } from '../row/row-props.ts';
import styles from './card.module.css';

export interface CardProps extends RowProps {
  readonly column: number;
}

interface FrameProps extends Omit<CardProps, 'callbacks'> {
  readonly kind: ObjectKind;
  readonly isNew?: boolean;
  readonly isTrashed: boolean;
  readonly children: ReactNode;
}

/** The element of a card. A card is a row of the grid, as in the list, so that both have the same keys, drags and menus. */
export function CardFrame(props: FrameProps) {
  const { kind, id, index, column, top, isCurrent, hasMenu, isSelected, isNew, isTrashed, children } = props;
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      aria-selected={isSelected}
      aria-labelledby={rowNameId(kind, id)}
      data-row={index}
      className={classNames(
        styles.card,
        hasMenu && styles.hasMenu,
        isSelected && styles.selected,
        isNew === true && styles.new,
      )}
      style={placeOf(top, column)}
      tabIndex={isCurrent ? 0 : -1}
      draggable={!isTrashed}
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

interface ControlsProps extends Pick<RowProps, 'id' | 'isSelected' | 'callbacks'> {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly isTrashed: boolean;
  readonly tabIndex: number;
  readonly star: ReactNode;
}

/** The controls above the picture. They show on hover and on focus. */
export function CardControls(props: ControlsProps) {
  const { kind, id, name, isSelected, isTrashed, tabIndex, star, callbacks } = props;
  return (
    <div role="gridcell" className={styles.controls}>
      <BareCheckbox
        label={`Select ${name}`}
        isSelected={isSelected}
        tabIndex={tabIndex}
        className={styles.checkbox}
        onToggle={(withShift) => {
          callbacks.toggle({ kind, key: id }, withShift);
        }}
      />
      {isTrashed ? null : <DragHandle name={name} tabIndex={tabIndex} className={styles.handle} />}
      <span className={styles.room} />
      {star}
      <MoreButton
        name={name}
        tabIndex={tabIndex}
        className={styles.more}
        onOpen={(button) => {
          callbacks.openMenu({ kind, key: id, button });
        }}
      />
    </div>
  );
}
