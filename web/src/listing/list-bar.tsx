import { ArchiveRestore, FolderPlus, StarOff, Trash2, X, XCircle } from 'lucide-react';
import { useRef, useState } from 'react';

import { countOf, type Items } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import { itemCountText } from './items/count-text.ts';
import { FolderPicker } from './folder-picker.tsx';
import styles from './list-bar.module.css';
import type { Place } from './place.ts';
import { useItemActions } from './items/use-item-actions.ts';

interface ListBarProps {
  readonly place: Place;
  readonly shown: Items;
  readonly selected: Items;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: (items: Items | 'everything') => void;
}

/** The bar above the list: the counts, or the actions for the selected items. */
export function ListBar(props: ListBarProps) {
  const { place, shown, selected, onSelectAll, onClear, onDelete } = props;
  const isAnySelected = countOf(selected) > 0;
  const isEverything = isAnySelected && countOf(selected) === countOf(shown);
  return (
    <div className={styles.bar}>
      <BareCheckbox
        label="Select all"
        isSelected={isEverything}
        isIndeterminate={isAnySelected && !isEverything}
        onToggle={() => {
          if (isEverything) onClear();
          else onSelectAll();
        }}
      />
      <p className={styles.count} role="status">
        {isAnySelected ? `${itemCountText(selected)} selected` : itemCountText(shown)}
      </p>
      {isAnySelected ? (
        <SelectionActions place={place} selected={selected} onClear={onClear} onDelete={onDelete} />
      ) : place.kind === 'trash' ? (
        <button
          type="button"
          className={classNames(
            buttonStyles.button,
            buttonStyles.quiet,
            styles.action,
            styles.end,
            styles.danger,
          )}
          onClick={() => {
            onDelete('everything');
          }}
        >
          <XCircle aria-hidden="true" />
          <span>Empty trash</span>
        </button>
      ) : null}
    </div>
  );
}

type SelectionActionsProps = Pick<ListBarProps, 'place' | 'selected' | 'onClear' | 'onDelete'>;

function SelectionActions({ place, selected, onClear, onDelete }: SelectionActionsProps) {
  const { trash, restore, unstar } = useItemActions();
  const act = (run: (items: Items) => void) => () => {
    run(selected);
    onClear();
  };
  return (
    <div className={styles.actions} role="group" aria-label="Selection">
      {place.kind === 'trash' ? (
        <>
          <BarButton icon={ArchiveRestore} label="Restore" onPress={act(restore)} />
          <BarButton
            icon={XCircle}
            label="Delete forever"
            onPress={() => {
              onDelete(selected);
            }}
          />
        </>
      ) : (
        <>
          {/* Folders have a single parent: they are moved one at a time instead. */}
          {selected.folders.length === 0 ? <AddToFolder links={selected.links} onDone={onClear} /> : null}
          {place.kind === 'favorites' ? (
            <BarButton icon={StarOff} label="Remove from favorites" onPress={act(unstar)} />
          ) : null}
          <BarButton icon={Trash2} label="Move to Trash" onPress={act(trash)} />
        </>
      )}
      <BarButton icon={X} label="Clear selection" onPress={onClear} />
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
      <button
        ref={triggerRef}
        type="button"
        className={classNames(buttonStyles.button, buttonStyles.quiet, styles.action)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => {
          setOpen(true);
        }}
      >
        <FolderPlus aria-hidden="true" />
        <span>Add to folder</span>
      </button>
      {isOpen ? (
        <FolderPicker
          triggerRef={triggerRef}
          onClose={() => {
            setOpen(false);
          }}
          onPick={(folder) => {
            setOpen(false);
            addToFolder(links, folder);
            onDone();
          }}
        />
      ) : null}
    </>
  );
}

interface BarButtonProps {
  readonly icon: typeof X;
  readonly label: string;
  readonly onPress: () => void;
}

function BarButton({ icon: Icon, label, onPress }: BarButtonProps) {
  return (
    <button
      type="button"
      className={classNames(buttonStyles.button, buttonStyles.quiet, styles.action)}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </button>
  );
}
