import {
  ArchiveRestore,
  Download,
  FolderInput,
  FolderMinus,
  FolderPlus,
  Star,
  StarOff,
  Trash2,
  X,
  XCircle,
} from 'lucide-react';
import { lazy, Suspense, useMemo, useRef, useState } from 'react';

import { useSetPopup } from '#web/state/popup.ts';
import { countOf, type Items } from '#web/sync/library/items.ts';
import type { Key } from '#web/sync/library/keys.ts';
import { BareCheckbox } from '#web/ui/bare-checkbox.tsx';
import buttonStyles from '#web/ui/button.module.css';
import { classNames } from '#web/ui/class-names.ts';

import { itemCountText, placeCountText } from './items/count-text.ts';
import styles from './list-bar.module.css';
import type { Place } from './place.ts';
import { SelectionMenu } from './selection-menu.tsx';
import { useItemActions } from './items/use-item-actions.ts';
import type { ListCommands } from './use-list-commands.ts';

const FolderPicker = lazy(async () => ({ default: (await import('./folder-picker.tsx')).FolderPicker }));

interface ListBarProps {
  readonly place: Place;
  /** The text of the search, or empty. */
  readonly text: string;
  readonly shown: Items;
  readonly selected: Items;
  readonly commands: ListCommands;
  readonly onSelectAll: () => void;
  readonly onClear: () => void;
  readonly onDelete: (items: Items | 'everything') => void;
}

/** The bar above the list: the counts, or the actions for the selected items. */
export function ListBar(props: ListBarProps) {
  const { place, text, shown, selected, commands, onSelectAll, onClear, onDelete } = props;
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
        {isAnySelected
          ? `${itemCountText(selected)} selected`
          : placeCountText({ folders: shown.folders.length, links: shown.links.length })}
      </p>
      {isAnySelected ? (
        <SelectionActions selected={selected} commands={commands} onClear={onClear} />
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
      ) : text === '' ? null : (
        <ExportResults text={text} items={shown} />
      )}
    </div>
  );
}

function ExportResults({ text, items }: { readonly text: string; readonly items: Items }) {
  const setPopup = useSetPopup();
  return (
    <div className={styles.actions}>
      <BarButton
        icon={Download}
        label="Export results"
        onPress={() => {
          setPopup({ kind: 'export', scope: { kind: 'search', text, items } });
        }}
      />
    </div>
  );
}

type SelectionActionsProps = Pick<ListBarProps, 'selected' | 'commands' | 'onClear'>;

function SelectionActions({ selected, commands, onClear }: SelectionActionsProps) {
  const { remove, restore, removeFromFolder, setStar, move, areStarred } = commands;
  const setPopup = useSetPopup();
  const isStarred = useMemo(() => areStarred(selected), [areStarred, selected]);
  const act = (run: (items: Items) => void) => () => {
    run(selected);
    onClear();
  };
  const hasFolders = selected.folders.length > 0;
  // A folder is always in a folder or at the root, so it is moved instead.
  const takeOut = hasFolders || removeFromFolder === null ? null : act(removeFromFolder);
  const moveSelected = () => {
    move?.(selected, onClear);
  };
  const exportSelected = () => {
    setPopup({ kind: 'export', scope: { kind: 'selection', items: selected } });
  };
  return (
    <div className={styles.actions} role="group" aria-label="Selection">
      {/* Folders have a single parent, so they can only be moved. */}
      {restore === null && !hasFolders ? <AddToFolder links={selected.links} onDone={onClear} /> : null}
      {/* A link that is in no folder here can only be added to one. */}
      {move !== null && (hasFolders || removeFromFolder !== null) ? (
        <BarButton
          icon={FolderInput}
          label="Move to folder"
          isInMenu={removeFromFolder !== null}
          onPress={moveSelected}
        />
      ) : null}
      {takeOut === null ? null : (
        <BarButton icon={FolderMinus} label="Remove from folder" isInMenu onPress={takeOut} />
      )}
      {setStar === null ? null : (
        <BarButton
          icon={isStarred ? StarOff : Star}
          label={isStarred ? 'Remove from favorites' : 'Add to favorites'}
          onPress={act((items) => {
            setStar(items, !isStarred);
          })}
        />
      )}
      {restore === null ? (
        <>
          <BarButton
            icon={Download}
            label="Export"
            isInMenu={removeFromFolder !== null}
            onPress={exportSelected}
          />
          <BarButton icon={Trash2} label="Move to Trash" onPress={act(remove)} />
        </>
      ) : (
        <>
          <BarButton icon={ArchiveRestore} label="Restore" onPress={act(restore)} />
          <BarButton
            icon={XCircle}
            label="Delete forever"
            onPress={() => {
              remove(selected);
            }}
          />
        </>
      )}
      {removeFromFolder === null ? null : (
        <SelectionMenu onMove={moveSelected} onRemoveFromFolder={takeOut} onExport={exportSelected} />
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
        title="Add to folder"
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
        <Suspense fallback={null}>
          <FolderPicker
            label="Add to folder"
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
        </Suspense>
      ) : null}
    </>
  );
}

interface BarButtonProps {
  readonly icon: typeof X;
  readonly label: string;
  /** On a phone it is an entry of the menu instead. */
  readonly isInMenu?: boolean;
  readonly onPress: () => void;
}

function BarButton({ icon: Icon, label, isInMenu = false, onPress }: BarButtonProps) {
  return (
    <button
      type="button"
      className={classNames(
        buttonStyles.button,
        buttonStyles.quiet,
        styles.action,
        isInMenu && styles.inMenu,
      )}
      title={label}
      onClick={onPress}
    >
      <Icon aria-hidden="true" />
      <span>{label}</span>
    </button>
  );
}
