import { FolderPlus, X } from 'lucide-react';
import { useRef, useState } from 'react';

import type { Items } from '@foldmark/library/memory/items';
import type { Key } from '@foldmark/library/memory/keys';
import { classNames } from '#web/ui/class-names.ts';

import { BarButton } from '../list/bar-button.tsx';
import { BarMenu } from '../list/bar-menu.tsx';
import { useItemActions } from '../items/use-item-actions.ts';
import { LazyFolderPicker } from '../picker/lazy-folder-picker.tsx';
import styles from '../list/list-bar.module.css';
import type { ListCommands } from '../list/use-list-commands.ts';
import { useSelectionActions } from './use-selection-actions.ts';

const ADD = 'Add to folder';
const MORE = 'More actions';

interface SelectionBarProps {
  readonly selected: Items;
  readonly commands: ListCommands;
  readonly onClear: () => void;
}

/** The actions for the selected items. A narrow bar has room for a few. Its menu has the others, at every width. */
export function SelectionBar({ selected, commands, onClear }: SelectionBarProps) {
  const actions = useSelectionActions({ selected, commands, onClear });
  const inMenu = actions.filter(({ inBar, label }) => inBar !== 'always' && label !== ADD);
  const inWideMenu = inMenu.filter(({ inBar }) => inBar === 'never');
  const canAdd = commands.move !== null && selected.folders.length === 0;
  return (
    <div className={styles.actions} role="group" aria-label="Selection">
      {canAdd ? <AddToFolder links={selected.links} onDone={onClear} /> : null}
      {actions
        .filter(({ inBar }) => inBar !== 'never')
        .map(({ label, icon, inBar, run }) => (
          <BarButton
            key={label}
            icon={icon}
            label={label}
            className={inBar === 'wide' ? styles.wide : undefined}
            onPress={run}
          />
        ))}
      {inMenu.length === 0 ? null : <BarMenu label={MORE} entries={inMenu} className={styles.narrow} />}
      {inWideMenu.length === 0 ? null : (
        <BarMenu label={MORE} entries={inWideMenu} className={classNames(styles.wide, styles.icon)} />
      )}
      <BarButton icon={X} label="Clear selection" className={styles.icon} onPress={onClear} />
    </div>
  );
}

interface AddToFolderProps {
  readonly links: readonly Key[];
  readonly onDone: () => void;
}

function AddToFolder({ links, onDone }: AddToFolderProps) {
  const { addToFolder } = useItemActions();
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
            onDone();
          }}
        />
      ) : null}
    </>
  );
}
