import type { LucideIcon } from 'lucide-react';
import { useEffect, useState, type RefObject } from 'react';
import { Menu as AriaMenu, MenuItem } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';

import { classNames } from './class-names.ts';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly run: () => void;
  readonly isDangerous?: boolean;
}

interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** What the menu belongs to, and where the focus goes when it closes. */
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** A menu that is open while it is rendered, at an element of the page: a long list needs one for all of its rows. */
export function Menu({ label, entries, triggerRef, onClose }: MenuProps) {
  const choose = useAfterwards();
  return (
    <Popover
      className={styles.popover ?? ''}
      aria-label={label}
      triggerRef={triggerRef}
      placement="bottom end"
      offset={4}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <AriaMenu className={styles.menu ?? ''} aria-label={label} autoFocus="first" onClose={onClose}>
        {entries.map(({ label: text, icon: Icon, run, isDangerous = false }) => (
          <MenuItem
            key={text}
            id={text}
            textValue={text}
            className={classNames(styles.item, isDangerous && styles.danger)}
            onAction={() => {
              choose(run);
            }}
          >
            <Icon aria-hidden="true" />
            {text}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}

/**
 * Runs what was chosen when the menu is gone and the focus is back, a frame later: a popup gives the focus back to what
 * has it when the popup opens, and the entry goes with the menu.
 */
function useAfterwards(): (run: () => void) => void {
  const [chosen] = useState<(() => void)[]>(() => []);
  useEffect(
    () => () => {
      for (const run of chosen.splice(0)) requestAnimationFrame(run);
    },
    [chosen],
  );
  return (run) => {
    chosen.push(run);
  };
}
