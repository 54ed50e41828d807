import type { StoredAction } from '@foldmark/contract/stored';
import { useId } from 'react';
import { Link } from 'react-router-dom';

import { useDuplicateCount } from '#web/hooks/duplicate-hooks.ts';
import { useIsOnline, useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { iconsText, importCalls } from '#web/hooks/import-icons.ts';
import { useServices } from '#web/hooks/services.ts';
import { useCall } from '#web/hooks/use-call.ts';
import { countText } from '@foldmark/library/text/count-text';
import type { StoredImport } from '#web/sync/imports/import-store.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';
import { FOCUS_MAIN } from '#web/ui/focus/focus-main.ts';
import { Progress } from '#web/ui/loading/progress.tsx';

import styles from './import.module.css';
import { type ImportView, importView } from './import-view.ts';
import { duplicatesPath, linkRangeOf } from './own-duplicates.ts';
import { ToldList } from './told-list.tsx';
import { useImportAction } from './use-import-action.ts';
import { withStore } from './use-stored-imports.ts';

interface ImportCardProps {
  readonly id: string;
  /** What this browser has stored of the import. Null for an import of another device. */
  readonly stored: StoredImport | null;
}

/** The progress of an import, and what it did. */
export function ImportCard({ id, stored }: ImportCardProps) {
  const isOnline = useIsOnline();
  const progress = useImportAction(stored?.phase === 'stored' ? null : id);
  const action = progress?.action ?? null;
  const view = importView({ stored, action, speed: progress?.speed ?? null, isOnline });
  const titleId = useId();
  // The label starts with 'Imported', for the history.
  const label = (stored?.label ?? action?.label ?? '').replace(/^Imported /, '');
  return (
    <section className={styles.card} aria-labelledby={titleId}>
      <header className={styles.head}>
        <div role="status">
          <h2 id={titleId}>{view.title}</h2>
          {view.isOver ? <p>{view.text}</p> : null}
        </div>
        <p className={styles.muted} dir="auto">
          {label}
        </p>
      </header>
      {view.progress === null ? null : <Progress label={view.title} part={view.progress} />}
      {/* Not in the live region: screen readers would read every step. */}
      {view.isOver ? null : <p className={styles.numbers}>{view.text}</p>}
      {view.isOver ? <ToldList sentences={stored?.told ?? []} /> : null}
      {action?.state === 'done' ? <NextSteps action={action} /> : null}
      <Buttons id={id} stored={stored} action={action} view={view} isOnline={isOnline} />
    </section>
  );
}

interface ButtonsProps extends ImportCardProps {
  readonly action: StoredAction | null;
  readonly view: ImportView;
  readonly isOnline: boolean;
}

function Buttons({ id, stored, action, view: { offers }, isOnline }: ButtonsProps) {
  const { isPending, errors, run } = useCall('A call about an import failed.');
  const { report } = useServices();
  const { uid } = useOpenLibrary();
  const icons = action?.import?.icons;
  // The sending tab stops the import itself, so that none of its calls is under way afterwards.
  const isSending = stored !== null && stored.phase !== 'sent';
  const changeStored = async () => {
    await withStore(uid, async (store) => {
      const isKnown = stored?.phase === 'sending';
      if (offers === 'stop' && isKnown) await store.update(id, { isStopping: true });
      else await store.remove(id);
    });
  };
  const press = () => {
    if (offers === 'undo') void run(async (call) => call('/actions/undo/', { action_id: id }));
    else if (isSending)
      changeStored().catch((error: unknown) => {
        report('A stored import could not be changed.', error);
      });
    else void run(async (call) => call('/imports/stop/', { import_id: id }));
  };
  return (
    <>
      {icons === undefined ? null : (
        <>
          <Progress
            label={icons.pages === true ? 'Fetching pictures' : 'Fetching icons'}
            part={icons.done / Math.max(1, icons.domains)}
          />
          <p className={styles.muted}>{iconsText(icons)}</p>
        </>
      )}
      <ErrorList errors={errors} />
      {offers === null ? null : (
        <div className={styles.actions}>
          <Button kind="outlined" isPending={isPending} isDisabled={!isOnline && !isSending} onPress={press}>
            {LABELS[offers]}
          </Button>
          {(action === null ? [] : importCalls(action)).map(({ path, text }) => (
            <Button
              key={path}
              kind="outlined"
              isPending={isPending}
              isDisabled={!isOnline}
              onPress={() => void run(async (call) => call(path, { import_id: id }))}
            >
              {text}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

const LABELS = { stop: 'Stop', undo: 'Undo', discard: 'Dismiss' } as const;

/** What to do after an import: see its links, and review those that are duplicates. */
function NextSteps({ action }: { readonly action: StoredAction }) {
  const range = linkRangeOf(action);
  const duplicates = useDuplicateCount(range) ?? 0;
  return (
    <div className={styles.actions}>
      {/* The newest links first. */}
      <Link to="/recent" state={FOCUS_MAIN} className={buttonClass('primary')}>
        Go to my links
      </Link>
      {duplicates === 0 ? null : (
        <Link to={duplicatesPath(range)} state={FOCUS_MAIN} className={buttonClass('outlined')}>
          Review {countText(duplicates, 'duplicate')}
        </Link>
      )}
    </div>
  );
}
