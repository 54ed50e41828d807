import { FolderPlus } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';

import { useCommandContext } from '#web/commands/command-context.ts';
import type { ItemTarget, Targets } from '#web/commands/command.ts';
import { entriesOf } from '#web/commands/entries.ts';
import { type CommandId, MENUS } from '#web/commands/more-commands.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/style/class-names.ts';

import { BarButton } from '../list/bar-button.tsx';
import { BarMenu } from '../list/bar-menu.tsx';
import styles from '../list/list-bar.module.css';
import { LazyFolderPicker } from '../picker/lazy-folder-picker.tsx';

const ADD = 'Add to folder';
const MORE = 'More actions';

/**
 * Where the bar has each command: 'button' at any width, 'menu' only in its menu, 'picker' in neither. For these, a picker of the
 * bar does the same.
 */
const PLACES: Partial<Record<CommandId, 'button' | 'menu' | 'picker'>> = {
  'add-to-folder': 'picker',
  copy: 'menu',
  trash: 'button',
  restore: 'button',
  'delete-forever': 'button',
};

interface SelectionBarProps {
  readonly target: ItemTarget;
  readonly list: Targets['list'];
}

/** The commands for the selected items. A narrow bar has room for a few of them. The menu has the others at every width. */
export function SelectionBar({ target, list }: SelectionBarProps) {
  const context = useCommandContext();
  const entries = useMemo(
    () =>
      entriesOf(MENUS.selection, { item: target }, context).map((entry) => ({
        ...entry,
        place: PLACES[entry.id] ?? 'wide',
      })),
    [target, context],
  );
  const inMenu = entries.filter(({ place }) => place === 'wide' || place === 'menu');
  const inWideMenu = inMenu.filter(({ place }) => place === 'menu');
  const { links, folders } = target.items;
  const canAdd = !target.isTrashed && folders.length === 0;
  return (
    <div className={styles.actions} role="group" aria-label="Selection">
      {canAdd ? <AddToFolder links={links} /> : null}
      {entries
        .filter(({ place }) => place === 'wide' || place === 'button')
        .map(({ id, label, icon, hint, place, run }) => (
          <BarButton
            key={id}
            icon={icon}
            label={label}
            shortcut={hint}
            className={place === 'wide' ? styles.wide : undefined}
            onPress={run}
          />
        ))}
      {inMenu.length === 0 ? null : <BarMenu label={MORE} entries={inMenu} className={styles.narrow} />}
      {inWideMenu.length === 0 ? null : (
        <BarMenu label={MORE} entries={inWideMenu} className={classNames(styles.wide, styles.icon)} />
      )}
      {entriesOf(['clear'], { list }, context).map(({ id, label, icon, hint, run }) => (
        <BarButton key={id} icon={icon} label={label} shortcut={hint} className={styles.icon} onPress={run} />
      ))}
    </div>
  );
}

/** Keeps the selection, so that its links can be added to several folders. */
function AddToFolder({ links }: { readonly links: readonly Key[] }) {
  const { addToFolder } = useCommandContext().gestures;
  const [isOpen, setOpen] = useState(false);
  const triggerRef = useRef<HTMLButtonElement>(null);
  return (
    <>
      <BarButton
        ref={triggerRef}
        icon={FolderPlus}
        label={ADD}
        popup={{ kind: 'dialog', isOpen }}
        onPress={() => {
          setOpen(true);
        }}
      />
      {isOpen ? (
        <LazyFolderPicker
          label={ADD}
          triggerRef={triggerRef}
          onClose={() => {
            setOpen(false);
          }}
          onPick={(folder, step) => {
            setOpen(false);
            addToFolder(links, folder, step);
          }}
        />
      ) : null}
    </>
  );
}
