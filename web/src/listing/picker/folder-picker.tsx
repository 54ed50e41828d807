import type { ComponentProps, RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';

import menuStyles from '#web/ui/menus/menu.module.css';

import { FolderList } from './folder-list.tsx';
import styles from './folder-picker.module.css';

interface FolderPickerProps extends Pick<ComponentProps<typeof FolderList>, 'initial' | 'root' | 'onPick'> {
  readonly label: string;
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly placement?: 'bottom end' | 'bottom start';
  readonly onClose: () => void;
}

/** The list of folders in a popover. */
export function FolderPicker({
  label,
  triggerRef,
  placement = 'bottom end',
  onClose,
  ...list
}: FolderPickerProps) {
  return (
    <Popover
      className={menuStyles.popover ?? ''}
      triggerRef={triggerRef}
      placement={placement}
      offset={4}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog className={styles.picker ?? ''} aria-label={label}>
        <FolderList empty="No folders yet" {...list} />
      </Dialog>
    </Popover>
  );
}
