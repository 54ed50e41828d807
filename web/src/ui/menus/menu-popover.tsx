import type { LucideIcon } from 'lucide-react';
import { Fragment, useEffect, useRef, useState, type RefObject } from 'react';
import { Keyboard } from 'react-aria-components/Keyboard';
import { Menu as AriaMenu, MenuItem, Text } from 'react-aria-components/Menu';
import { Popover } from 'react-aria-components/Popover';
import { Separator } from 'react-aria-components/Separator';

import { classNames } from '../style/class-names.ts';
import type { MenuPoint } from './menu-point.ts';
import styles from './menu.module.css';

export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The key as the user reads it, for example 'Ctrl K'. Empty without a key. */
  readonly hint?: string;
  /** A line separates the entries of two groups. */
  readonly group?: string | undefined;
  readonly run: () => void;
  readonly isDangerous?: boolean;
}

interface MenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The element that the menu is positioned at, and that gets the focus when the menu closes. */
  readonly triggerRef: RefObject<HTMLElement | null>;
  /** The position of a context menu. */
  readonly at?: MenuPoint | undefined;
  /** The label of the chosen entry, in a menu of choices. */
  readonly chosen?: string;
  readonly onClose: () => void;
}

export function MenuPopover({ label, entries, triggerRef, at, chosen, onClose }: MenuProps) {
  const runAfterClose = useRunAfterClose();
  const pointRef = useRef<HTMLSpanElement>(null);
  return (
    <>
      {at === undefined ? null : (
        <span ref={pointRef} className={styles.point} style={{ left: at.x, top: at.y }} />
      )}
      <Popover
        className={styles.popover ?? ''}
        aria-label={label}
        triggerRef={at === undefined ? triggerRef : pointRef}
        placement={at === undefined ? 'bottom end' : 'bottom start'}
        offset={at === undefined ? 4 : 0}
        isOpen
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <AriaMenu
          className={styles.menu ?? ''}
          aria-label={label}
          autoFocus="first"
          onClose={onClose}
          {...(chosen === undefined
            ? {}
            : { selectionMode: 'single', selectedKeys: [chosen], disallowEmptySelection: true })}
        >
          {entries.map(({ label: text, icon: Icon, hint = '', group, run, isDangerous = false }, index) => (
            <Fragment key={text}>
              {index > 0 && entries[index - 1]?.group !== group ? (
                <Separator className={styles.separator ?? ''} />
              ) : null}
              <MenuItem
                id={text}
                textValue={text}
                className={classNames(styles.item, isDangerous && styles.danger)}
                onAction={() => {
                  runAfterClose(run);
                }}
              >
                <Icon aria-hidden="true" />
                <Text slot="label">{text}</Text>
                {/* CSS shows the key, so that the entry's text is its label only. */}
                {hint === '' ? null : <Keyboard data-key={hint} />}
              </MenuItem>
            </Fragment>
          ))}
        </AriaMenu>
      </Popover>
    </>
  );
}

/**
 * Runs the chosen entry one frame after the menu has closed and restored the focus. If the entry opens a popup, the popup will
 * later restore the focus to the element that has it now. That must not be the entry, which disappears with the menu.
 */
function useRunAfterClose(): (run: () => void) => void {
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
