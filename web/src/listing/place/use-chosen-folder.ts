import { useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import type { ChosenFolder } from '#web/state/client-state.ts';
import type { Key } from '@foldmark/library/memory/keys';

import { useTargetFolder } from './use-shown-folder.ts';

interface FolderChoice extends ChosenFolder {
  /** Null until the user chooses. */
  readonly choice: ChosenFolder | null;
  readonly choose: (folder: Key | null, step?: string) => void;
}

/** The folder of a new link or folder: the shown folder or the search's folder, until the user chooses another. */
export function useChosenFolder(initial: ChosenFolder | null = null): FolderChoice {
  const proposed = useTargetFolder();
  const tree = useFolderTree();
  const [choice, setChoice] = useState(initial);
  const { folder, step } = choice ?? { folder: proposed };
  return {
    choice,
    // Another device can delete the folder meanwhile.
    folder: folder !== null && tree.isVisible(folder) ? folder : null,
    step,
    choose: (chosen, createdBy) => {
      setChoice({ folder: chosen, step: createdBy });
    },
  };
}
