import { useState } from 'react';

import { useFolderTree } from '#web/hooks/library-hooks.ts';
import { useTargetFolder } from '#web/listing/use-shown-folder.ts';
import type { Key } from '#web/sync/library/keys.ts';

export interface NewLinkFolder {
  /** Null for none. */
  readonly folder: Key | null;
  /** The gesture that created the folder, if the picker did. */
  readonly step: string | undefined;
  readonly choose: (folder: Key | null, step?: string) => void;
}

/** The folder of a new link: the shown folder, or that of the search, until another is chosen. */
export function useNewLinkFolder(): NewLinkFolder {
  const proposed = useTargetFolder();
  const tree = useFolderTree();
  const [choice, setChoice] = useState<{ readonly folder: Key | null; readonly step?: string } | null>(null);
  const { folder, step } = choice ?? { folder: proposed };
  return {
    // Another device can delete the folder meanwhile.
    folder: folder !== null && tree.isVisible(folder) ? folder : null,
    step,
    choose: (chosen, createdBy) => {
      setChoice({ folder: chosen, ...(createdBy === undefined ? {} : { step: createdBy }) });
    },
  };
}
