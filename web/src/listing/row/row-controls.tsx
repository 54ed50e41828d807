import type { ObjectKind } from '@foldmark/library/entities/collections';

import { BareCheckbox } from '#web/ui/fields/bare-checkbox.tsx';

import { DragHandle } from '../drag/drag-handle.tsx';
import { MoreButton } from '../items/more-button.tsx';
import { rowNameId, type RowProps } from './row-props.ts';

/** The class names of a row or a card. */
export type RowStyles = Readonly<Record<string, string>>;

interface RowElement extends Pick<RowProps, 'id' | 'index' | 'isCurrent' | 'isSelected' | 'describedBy'> {
  readonly kind: ObjectKind;
  readonly isTrashed: boolean;
}

/** The attributes of the element of a row or a card. A trashed item can't be dragged. */
export function rowAttributes(row: RowElement) {
  const { kind, id, index, isCurrent, isSelected, describedBy, isTrashed } = row;
  return {
    role: 'row',
    'aria-rowindex': index + 1,
    'aria-selected': isSelected,
    'aria-labelledby': rowNameId(kind, id),
    'aria-describedby': describedBy,
    'data-row': index,
    tabIndex: isCurrent ? 0 : -1,
    draggable: !isTrashed,
  } as const;
}

interface ControlsOf extends Pick<RowProps, 'id' | 'isSelected' | 'callbacks'> {
  readonly kind: ObjectKind;
  readonly name: string;
  readonly isTrashed: boolean;
  readonly tabIndex: number;
}

/** The controls that rows and cards of links and folders have. Not a component, because each row renders at each letter of a search. */
export function rowControls(item: ControlsOf, styles: RowStyles) {
  const { kind, id, name, isSelected, isTrashed, tabIndex, callbacks } = item;
  return {
    handle: isTrashed ? null : <DragHandle name={name} tabIndex={tabIndex} className={styles['handle']} />,
    checkbox: (
      <BareCheckbox
        label={`Select ${name}`}
        isSelected={isSelected}
        tabIndex={tabIndex}
        className={styles['checkbox']}
        onToggle={(withShift) => {
          callbacks.toggle({ kind, key: id }, withShift);
        }}
      />
    ),
    more: (
      <MoreButton
        name={name}
        tabIndex={tabIndex}
        className={styles['more']}
        onOpen={(button) => {
          callbacks.openMenu({ kind, key: id, button });
        }}
      />
    ),
  };
}
