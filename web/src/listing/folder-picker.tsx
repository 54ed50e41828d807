import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';

import type { Key } from '#web/sync/library/keys.ts';
import menuStyles from '#web/ui/menu.module.css';

import { FolderChoice } from './folder-choice.tsx';
import { FolderList } from './folder-list.tsx';
import styles from './folder-picker.module.css';

interface FolderPickerProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onPick: (folder: Key) => void;
  readonly onClose: () => void;
}

export function FolderPicker({ triggerRef, onPick, onClose }: FolderPickerProps) {
  return (
    <Popover
      className={menuStyles.popover ?? ''}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog className={styles.picker ?? ''} aria-label="Add to folder">
        <FolderList isFieldFocused empty="No folders yet">
          {(entry) => <FolderChoice entry={entry} onPick={onPick} />}
        </FolderList>
      </Dialog>
    </Popover>
  );
}
