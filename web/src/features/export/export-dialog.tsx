import { type SubmitEvent, useState } from 'react';

import type { ExportFormat } from '@foldmark/library/files/writing/export-format';
import { useFolderTree, useIsOnline, useLoading, useUnsent } from '#web/hooks/library-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import type { ExportScope } from '#web/state/client-state.ts';
import { useClosePopup } from '#web/state/popup.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { RadioCard } from '#web/ui/fields/radio-card.tsx';

import styles from './export-dialog.module.css';
import { completeText, FORMATS, remarksOn, scopeText } from './export-texts.ts';
import { saveFile } from '#web/ui/browser/save-file.ts';
import { type ExportState, useExport } from './use-export.ts';

export function ExportDialog({ scope }: { readonly scope: ExportScope }) {
  const close = useClosePopup();
  const tree = useFolderTree();
  const isLoading = Object.values(useLoading()).some(Boolean);
  const [format, setFormat] = useState<ExportFormat>('html');
  const folder = scope.kind === 'folder' ? tree.name(scope.folder) : '';
  const { state, start } = useExport(scope, folder);
  const isRunning = state.phase === 'waiting' || state.phase === 'writing';
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!isRunning && !isLoading) start(format);
  };
  return (
    <Dialog title="Export" onClose={close}>
      <form className={styles.form} onSubmit={onSubmit}>
        <p dir="auto">{scopeText(scope, folder)}</p>
        <FormatChoice chosen={format} onChoose={setFormat} />
        <Notes isLoading={isLoading} />
        <Status state={state} />
        <div className={dialogStyles.actions}>
          <Button kind="outlined" onPress={close}>
            {state.phase === 'made' ? 'Close' : 'Cancel'}
          </Button>
          <Button kind="primary" type="submit" isDisabled={isLoading} isPending={isRunning}>
            Export
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface FormatChoiceProps {
  readonly chosen: ExportFormat;
  readonly onChoose: (format: ExportFormat) => void;
}

function FormatChoice({ chosen, onChoose }: FormatChoiceProps) {
  return (
    <fieldset className={styles.formats}>
      <legend>Format</legend>
      {FORMATS.map(({ format, label, help }) => (
        <RadioCard
          key={format}
          className={styles.format}
          name="format"
          checked={format === chosen}
          aria-label={label}
          aria-describedby={`export-${format}`}
          onChoose={() => {
            onChoose(format);
          }}
        >
          <span>{label}</span>
          <span id={`export-${format}`} className={styles.help}>
            {help}
          </span>
        </RadioCard>
      ))}
    </fieldset>
  );
}

/** Notes on what the file may lack, and on changes that the server lacks. */
function Notes({ isLoading }: { readonly isLoading: boolean }) {
  const isOnline = useIsOnline();
  const unsent = useUnsent();
  const notes = [
    ...(isLoading ? ['Your library is still loading.'] : []),
    ...(isOnline ? [] : ["You're offline. The file gets the library as this browser has it."]),
    ...(unsent === 0 ? [] : [`The file includes ${countText(unsent, 'change')} not sent yet.`]),
  ];
  return notes.length === 0 ? null : <p className={dialogStyles.text}>{notes.join(' ')}</p>;
}

/** The live region is always in the document, so that screen readers announce the result. */
function Status({ state }: { readonly state: ExportState }) {
  return (
    <div role="status" className={styles.status}>
      {state.phase === 'waiting' ? <p>Waiting for changes from your other devices...</p> : null}
      {state.phase === 'writing' ? <p>Writing and checking the file...</p> : null}
      {state.phase === 'failed' ? <p className={styles.error}>The export failed. Try again.</p> : null}
      {state.phase === 'made' ? <Made {...state} /> : null}
    </div>
  );
}

function Made({ made, isCurrent, fileName }: Extract<ExportState, { phase: 'made' }>) {
  if (made.difference !== null) {
    return (
      <>
        <p className={styles.error}>
          The file differs from your library, so it was not saved. {made.difference}
        </p>
        <Button
          kind="outlined"
          onPress={() => {
            saveFile(made.file, fileName);
          }}
        >
          Save it anyway
        </Button>
      </>
    );
  }
  const remarks = remarksOn(made, { isCurrent });
  return (
    <>
      <p className={styles.complete}>{completeText(made)}</p>
      <p className={styles.fileName}>Saved as {fileName}</p>
      {remarks.length === 0 ? null : (
        <ul className={styles.remarks}>
          {remarks.map((remark) => (
            <li key={remark}>{remark}</li>
          ))}
        </ul>
      )}
    </>
  );
}
