import { Shapes } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { useSetSampleImport } from '#web/hooks/sample-import.ts';
import bannerStyles from '#web/ui/pages/banner.module.css';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './import-notice.module.css';
import { Undoing, useUndoOf } from './import-notice.tsx';
import { useImportAction } from './use-import-action.ts';
import { useStoredImports } from './use-stored-imports.ts';

/** Says that the library is a sample, and removes it. */
export function SampleNotice({ id }: { readonly id: string }) {
  const forget = useSetSampleImport();
  const [undoing, setUndoing] = useState<string | null>(null);
  const undo = useUndoOf(id, setUndoing);
  const stored = useStoredImports(useOpenLibrary().uid);
  const state = useImportAction(id)?.action.state ?? null;
  // The undo of the toast and of the history remove the sample too.
  const isGone = state === 'undone' && undoing === null;
  useEffect(() => {
    if (isGone) forget(null);
  }, [isGone, forget]);
  if (undoing !== null)
    return (
      <Undoing
        id={undoing}
        onEnd={() => {
          forget(null);
        }}
      />
    );
  // The import notice shows while the sample arrives.
  if (state !== 'done' || stored === null || stored.length > 0) return null;
  return (
    <div className={classNames(bannerStyles.banner, styles.notice)}>
      <Shapes aria-hidden="true" />
      <p className="one-line">This is the sample library.</p>
      <button type="button" className={bannerStyles.action} onClick={undo}>
        Remove it
      </button>
    </div>
  );
}
