import { ArchiveRestore, FolderPlus, Trash2, X, XCircle } from 'lucide-react';
import { useRef, useState } from 'react';

import type { Key } from '#web/data/library/keys.ts';
import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import { counted, countedBoth } from './counted.ts';
import type { Doomed } from './delete-forever.tsx';
import { FolderPicker } from './folder-picker.tsx';
import styles from './list-bar.module.css';
import type { Place } from './place.ts';
import { useItemActions } from './use-item-actions.ts';

interface ListBarProps {
  readonly place: Place;
  readonly folders: number;
  readonly links: readonly Key[];
  readonly selected: readonly Key[];
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: (doomed: Doomed) => void;
}

/** Above the list: how much there is, or what to do with what is selected. */
export function ListBar(props: ListBarProps) {
  const { place, folders, links, selected, onSelectAll, onClear, onDelete } = props;
  const isEverything = links.length > 0 && selected.length === links.length;
  return (
    <div className={styles.bar}>
      {links.length > 0 ? (
        <BareCheckbox
          label="Select all"
          isSelected={isEverything}
          isIndeterminate={selected.length > 0 && !isEverything}
          onToggle={() => {
            if (isEverything) onClear();
            else onSelectAll();
          }}
        />
      ) : null}
      <p className={styles.count} role="status">
        {selected.length > 0
          ? `${counted(selected.length, 'link')} selected`
          : countedBoth(folders, links.length)}
      </p>
      {selected.length > 0 ? (
        <SelectionActions place={place} selected={selected} onClear={onClear} onDelete={onDelete} />
      ) : place.kind === 'trash' && folders + links.length > 0 ? (
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
            onDelete({ kind: 'everything' });
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
  const { trashLinks, restoreLinks } = useItemActions();
  const act = (run: (links: readonly Key[]) => void) => () => {
    run(selected);
    onClear();
  };
  return (
    <div className={styles.actions} role="group" aria-label="Selected links">
      {place.kind === 'trash' ? (
        <>
          <BarButton icon={ArchiveRestore} label="Restore" onPress={act(restoreLinks)} />
          <BarButton
            icon={XCircle}
            label="Delete forever"
            onPress={() => {
              onDelete({ kind: 'links', links: selected });
            }}
          />
        </>
      ) : (
        <>
          <AddToFolder selected={selected} onDone={onClear} />
          <BarButton icon={Trash2} label="Move to Trash" onPress={act(trashLinks)} />
        </>
      )}
      <BarButton icon={X} label="Clear selection" onPress={onClear} />
    </div>
  );
}

function AddToFolder({
  selected,
  onDone,
}: {
  readonly selected: readonly Key[];
  readonly onDone: () => void;
}) {
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
            addToFolder(selected, folder);
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
