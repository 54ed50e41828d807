import { ChevronRight, FolderPlus, Search } from 'lucide-react';
import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';
import { useDeferredValue, useId, useState } from 'react';

import { useAppCommand } from '#web/commands/use-app-command.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useStore } from '#web/state/use-store.ts';
import { FolderDrop } from '#web/listing/drag/folder-drop.tsx';
import { classNames } from '#web/ui/style/class-names.ts';
import { IconButton } from '#web/ui/buttons/icon-button.tsx';

import { FolderTree } from './folder-tree.tsx';
import styles from './folders-section.module.css';
import { useTreeState } from './use-tree-state.ts';

interface FoldersSectionProps {
  /** Called when the user follows a link. */
  readonly onNavigate?: (() => void) | undefined;
}

export function FoldersSection({ onNavigate }: FoldersSectionProps) {
  const { isOpen, setOpen, isExpanded, setExpanded } = useTreeState();
  const [text, setText] = useState('');
  const filter = useDeferredValue(text);
  const isDragging = useStore(useClientState().dragged) !== null;
  // During a drag the tree opens, because its rows are the drop targets.
  const isShown = isOpen || isDragging;
  const panelId = useId();
  return (
    <section className={styles.section} aria-label="Folders">
      <button
        type="button"
        className={classNames(styles.toggle, isShown && styles.open)}
        aria-expanded={isShown}
        aria-controls={panelId}
        onClick={() => {
          setOpen(!isOpen);
        }}
      >
        <ChevronRight aria-hidden="true" />
        Folders
      </button>
      <div id={panelId} className={styles.panel} hidden={!isShown}>
        {isShown ? (
          <>
            <FolderTools text={text} onText={setText} />
            <FolderTree
              text={filter}
              isExpanded={isExpanded}
              setExpanded={setExpanded}
              onNavigate={onNavigate}
            />
            <RootZone isBelow />
          </>
        ) : null}
      </div>
    </section>
  );
}

interface FolderToolsProps {
  readonly text: string;
  readonly onText: (text: string) => void;
}

function FolderTools({ text, onText }: FolderToolsProps) {
  const { label, hint, run } = useAppCommand('new-folder');
  return (
    <div className={styles.tools}>
      <div className={styles.search}>
        <Search aria-hidden="true" />
        <input
          type="search"
          aria-label="search folders"
          placeholder="search folders"
          value={text}
          onChange={({ target }) => {
            onText(target.value);
          }}
          onKeyDown={({ key }) => {
            if (key === 'Escape') onText('');
          }}
        />
      </div>
      <IconButton label={label} shortcut={hint} icon={FolderPlus} onPress={run} />
      {/* Replaces the tools during a drag, so that the tree does not move under the pointer. */}
      <RootZone />
    </div>
  );
}

function RootZone({ isBelow = false }: { readonly isBelow?: boolean }) {
  const dragged = useStore(useClientState().dragged);
  if (dragged?.kind !== 'folder') return null;
  return (
    <div className={classNames(styles.zone, isBelow && styles.below)}>
      move to root
      <FolderDrop folder={ROOT_FOLDER_ID} name={isBelow ? 'root, below the folders' : 'root'} />
    </div>
  );
}
