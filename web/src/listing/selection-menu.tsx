import { Download, Ellipsis, FolderInput, FolderMinus } from 'lucide-react';
import { useRef, useState } from 'react';

import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';
import { Menu } from '#web/ui/menu.tsx';

import styles from './list-bar.module.css';

interface SelectionMenuProps {
  readonly onMove: () => void;
  /** Null if folders are selected. */
  readonly onRemoveFromFolder: (() => void) | null;
  readonly onExport: () => void;
}

/** The actions of a selection for which the bar of a phone has no room. */
export function SelectionMenu({ onMove, onRemoveFromFolder, onExport }: SelectionMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <button
        ref={triggerRef}
        type="button"
        className={classNames(buttonStyles.button, buttonStyles.quiet, styles.action, styles.menu)}
        title="More actions"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
        }}
      >
        <Ellipsis aria-hidden="true" />
        <span>More actions</span>
      </button>
      {isOpen ? (
        <Menu
          label="More actions"
          entries={[
            { label: 'Move to folder', icon: FolderInput, run: onMove },
            ...(onRemoveFromFolder === null
              ? []
              : [{ label: 'Remove from folder', icon: FolderMinus, run: onRemoveFromFolder }]),
            { label: 'Export…', icon: Download, run: onExport },
          ]}
          triggerRef={triggerRef}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
