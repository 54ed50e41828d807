import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';

import { ApiError } from '#web/api/api-error.ts';
import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { useIsOnline, useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { useServices } from '#web/hooks/services.ts';
import { useClientState } from '#web/state/client-state.ts';
import type { StoredImport } from '#web/sync/imports/import-store.ts';

import { countText } from '@foldmark/library/text/count-text';
import bannerStyles from '#web/ui/pages/banner.module.css';
import { classNames } from '#web/ui/style/class-names.ts';
import { listen } from '#web/ui/browser/listen.ts';

import styles from './import-notice.module.css';
import { doneText, type ImportView, importView } from './import-view.ts';
import { linkRangeOf } from './own-duplicates.ts';
import { useImportAction } from './use-import-action.ts';
import { useStoredImports, withStore } from './use-stored-imports.ts';

/** Shows the progress of the stored imports on all pages, and tells when they are done. */
export function ImportNotice() {
  const stored = useStoredImports(useOpenLibrary().uid) ?? [];
  const [undoing, setUndoing] = useState<string | null>(null);
  // The import that ends next. The others wait for it.
  const next = stored.find(({ import_id }) => import_id !== undoing);
  if (next !== undefined) return <Watched key={next.import_id} stored={next} onUndo={setUndoing} />;
  return undoing === null ? null : (
    <Undoing
      key={undoing}
      id={undoing}
      onEnd={() => {
        setUndoing(null);
      }}
    />
  );
}

interface WatchedProps {
  readonly stored: StoredImport;
  readonly onUndo: (id: string | null) => void;
}

function Watched({ stored, onUndo }: WatchedProps) {
  const { import_id, phase } = stored;
  const { uid } = useOpenLibrary();
  const { toasts, opensTree } = useClientState();
  const { report } = useServices();
  const isOnline = useIsOnline();
  const undo = useUndoOf(import_id, onUndo);
  const progress = useImportAction(phase === 'stored' ? null : import_id);
  const action = progress?.action ?? null;
  const view = importView({ stored, action, speed: progress?.speed ?? null, isOnline });
  const duplicates = useDuplicateCount(action === null ? '' : linkRangeOf(action)) ?? 0;
  const isDone = phase === 'sent' && action !== null && view.isOver;
  const show = useEffectEvent(async () => {
    // Several tabs watch the import. Only the tab that removes it shows the message.
    if (action === null || !(await withStore(uid, async (store) => store.remove(import_id)))) return;
    if ((action.import?.folders_created ?? 0) > 0) opensTree.set(true);
    toasts.show({
      title: doneText(action, stored),
      details: duplicates === 0 ? [] : [`Duplicates shows ${countText(duplicates, 'duplicate')}.`],
      ...(view.offers === 'undo' ? { action: { label: 'Undo', run: undo } } : {}),
    });
  });
  useEffect(() => {
    if (!isDone) return undefined;
    const showIfSeen = (): void => {
      if (document.visibilityState !== 'visible') return;
      show().catch((error: unknown) => {
        report('A stored import could not be removed.', error);
      });
    };
    showIfSeen();
    return listen('visibilitychange', showIfSeen);
  }, [isDone, report]);
  return isDone ? null : <Banner view={view} />;
}

/** Shown after Undo in the toast. The import page and the history show the progress themselves. */
export function Undoing({ id, onEnd }: { readonly id: string; readonly onEnd: () => void }) {
  const { toasts } = useClientState();
  const isOnline = useIsOnline();
  const progress = useImportAction(id);
  const state = progress?.action.state ?? null;
  const end = useEffectEvent(() => {
    toasts.show({ title: 'Import undone.' });
    onEnd();
  });
  useEffect(() => {
    if (state === 'undone') end();
  }, [state]);
  if (progress === null || state === 'undone') return null;
  const view = importView({ stored: null, action: progress.action, speed: null, isOnline });
  return <Banner view={state === 'undoing' ? view : { ...view, title: 'Undoing', text: '' }} />;
}

export function useUndoOf(action_id: string, onUndo: (id: string | null) => void): () => void {
  const { api, report } = useServices();
  const { toasts } = useClientState();
  const undo = async () => {
    onUndo(action_id);
    try {
      const { call } = await api();
      await call('/actions/undo/', { action_id });
    } catch (error) {
      if (!(error instanceof ApiError)) report('The import could not be undone.', error);
      onUndo(null);
      const details =
        error instanceof ApiError ? error.messages : ['Please try again from Settings, History.'];
      toasts.show({ title: "Couldn't undo the import.", details, tone: 'error' });
    }
  };
  return () => {
    void undo();
  };
}

function Banner({ view: { title, text, progress } }: { readonly view: ImportView }) {
  const { pathname } = useLocation();
  if (pathname === '/import') return null;
  return (
    <div className={classNames(bannerStyles.banner, styles.notice)} data-import-notice>
      <p className={classNames('one-line', styles.text)}>
        <strong>{title}</strong> {text}
      </p>
      <Link to="/import" className={bannerStyles.action}>
        Show
      </Link>
      {progress === null ? null : <div className={styles.line} style={{ scale: `${progress} 1` }} />}
    </div>
  );
}
