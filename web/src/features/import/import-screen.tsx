import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

import { ROOT_FOLDER_ID } from '@foldmark/library/entities/limits';

import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { type Demo, useServices } from '#web/hooks/services.ts';
import { useDroppedOrPastedFile } from '#web/images/use-dropped-or-pasted-file.ts';
import type { OpenFile } from '#web/import/open-file.ts';
import { useClientState } from '#web/state/client-state.ts';
import { countText } from '@foldmark/library/text/count-text';
import { Button } from '#web/ui/buttons/button.tsx';
import { FOCUS_MAIN, focusMain } from '#web/ui/focus/focus-main.ts';
import { SectionsPage } from '#web/ui/pages/sections-page.tsx';
import { Spinner } from '#web/ui/loading/spinner.tsx';

import { ChooseFile, HOW_ID, HowToGetTheFile } from './choose-file.tsx';
import { isGuideHash } from './export-guides.ts';
import { ImportCard } from './import-card.tsx';
import styles from './import.module.css';
import { type ImportChoice, Preview } from './preview.tsx';
import { folderId, startImport } from './start-import.ts';
import { type ChosenFile, useChosenFile } from './use-chosen-file.ts';
import { useRunningImports } from './use-running-imports.ts';
import { useStoredImports } from './use-stored-imports.ts';

export function ImportScreen() {
  const { chosen, choose, drop } = useChosenFile();
  // Accepts files anywhere on the page, also while a preview shows. Otherwise the browser would open a dropped file instead.
  const isOver = useDroppedOrPastedFile(choose);
  const isReady = chosen?.step === 'ready';
  useShownGuide();
  return (
    <SectionsPage
      title="Import"
      text="Bring your bookmarks from a browser or another app."
      description="Import bookmarks from a file."
      path="/import"
    >
      <Imports />
      {isReady ? (
        <ReadyFile key={chosen.name} chosen={chosen} onDone={drop} />
      ) : (
        <>
          <section className={styles.card} aria-label="File">
            <ChooseFile isReading={chosen?.step === 'reading'} isOver={isOver} onFile={choose} />
            <ChosenState chosen={chosen} onCancel={drop} />
          </section>
          <HowToGetTheFile />
        </>
      )}
    </SectionsPage>
  );
}

/** A tile of the empty library leads to its guide. */
function useShownGuide(): void {
  const { hash } = useLocation();
  useEffect(() => {
    if (isGuideHash(hash)) document.getElementById(HOW_ID)?.scrollIntoView();
  }, [hash]);
}

/** The imports of this browser, and the unfinished imports of other devices. */
function Imports() {
  const { uid } = useOpenLibrary();
  const stored = useStoredImports(uid, { keepsSent: true }) ?? [];
  const running = useRunningImports(uid);
  const own = new Set(stored.map(({ import_id }) => import_id));
  return (
    <>
      {stored.map((one) => (
        <ImportCard key={one.import_id} id={one.import_id} stored={one} />
      ))}
      {running
        .filter((id) => !own.has(id))
        .map((id) => (
          <ImportCard key={id} id={id} stored={null} />
        ))}
    </>
  );
}

function ChosenState({
  chosen,
  onCancel,
}: {
  readonly chosen: ChosenFile | null;
  readonly onCancel: () => void;
}) {
  return (
    <div role="status" className={styles.state}>
      {chosen?.step === 'reading' ? (
        <>
          <Spinner label="Reading the file" />
          <p dir="auto">Reading {chosen.name}...</p>
          <Button kind="quiet" onPress={onCancel}>
            Cancel
          </Button>
        </>
      ) : null}
      {chosen?.step === 'refused' ? (
        <div className={styles.refused}>
          <p dir="auto">
            <strong>{chosen.name}</strong>
          </p>
          <p>{chosen.hint}</p>
        </div>
      ) : null}
    </div>
  );
}

/** Imports a file into the demo, and shows the new links. */
function useImportHere(file: OpenFile) {
  const open = useOpenLibrary();
  const { report } = useServices();
  const { toasts } = useClientState();
  const navigate = useNavigate();
  return async (demo: Demo, { target, tagsAsFolders }: ImportChoice): Promise<readonly string[]> => {
    try {
      const target_folder_id = (await folderId(open, target)) ?? ROOT_FOLDER_ID;
      const parts = await file.call('parts', { target_folder_id, tagsAsFolders });
      const { links, undo } = await demo.importParts(parts, target_folder_id);
      const run = () => {
        undo();
        toasts.show({ title: 'Import undone.' });
      };
      toasts.show({ title: `Imported ${countText(links, 'link')}.`, action: { label: 'Undo', run } });
    } catch (error) {
      report('A file could not be imported into the demo.', error);
      return ["The file couldn't be imported. Please try again."];
    }
    void navigate('/recent', { state: FOCUS_MAIN });
    return [];
  };
}

interface ReadyFileProps {
  readonly chosen: Extract<ChosenFile, { readonly step: 'ready' }>;
  readonly onDone: () => void;
}

function ReadyFile({ chosen: { name, file, preview }, onDone }: ReadyFileProps) {
  const open = useOpenLibrary();
  const { demo, report } = useServices();
  const importHere = useImportHere(file);
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const close = () => {
    // The focused button is about to disappear.
    focusMain();
    onDone();
  };
  return (
    <Preview
      name={name}
      file={file}
      // The demo has no server that fetches icons.
      preview={demo === null ? preview : { ...preview, sites: 0 }}
      onCancel={close}
      onImport={async (choice) => {
        const errors =
          demo === null
            ? (await startImport({ open, file, preview, report, ...choice })).errors
            : await importHere(demo, choice);
        if (errors.length > 0) return errors;
        // The user may have left the page meanwhile.
        if (isMounted.current) close();
        else onDone();
        return errors;
      }}
    />
  );
}
