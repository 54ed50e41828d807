import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';

import { Menu, type MenuEntry } from '#web/ui/menus/menu.ts';

import { BarButton } from './bar-button.tsx';

interface BarMenuProps {
  readonly label: string;
  readonly entries: readonly MenuEntry[];
  /** The label of the chosen entry, in a menu of choices. */
  readonly chosen?: string;
  readonly icon?: LucideIcon;
  readonly className?: string | undefined;
}

/** A button of the bar that opens a menu. */
export function BarMenu({ label, entries, chosen, icon = Ellipsis, className }: BarMenuProps) {
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <BarButton
        ref={triggerRef}
        icon={icon}
        label={label}
        className={className}
        popup={{ kind: 'menu', isOpen }}
        onPress={() => {
          setOpen(true);
        }}
      />
      {isOpen ? (
        <Menu
          label={label}
          entries={entries}
          triggerRef={triggerRef}
          {...(chosen === undefined ? {} : { chosen })}
          onClose={() => {
            setOpen(false);
          }}
        />
      ) : null}
    </>
  );
}
