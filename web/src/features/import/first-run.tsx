import { Bookmark, FileUp, Plus, Shapes } from 'lucide-react';
import { useState } from 'react';
import { FileTrigger } from 'react-aria-components/FileTrigger';
import { Link, useNavigate } from 'react-router-dom';

import { useOpenLibrary } from '#web/hooks/library-hooks.ts';
import { useSetSampleImport } from '#web/hooks/sample-import.ts';
import { useServices } from '#web/hooks/services.ts';
import { useDroppedOrPastedFile } from '#web/images/use-dropped-or-pasted-file.ts';
import { LetterTile } from '#web/listing/items/letter-tile.tsx';
import { useClientState } from '#web/state/client-state.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { FOCUS_MAIN } from '#web/ui/focus/focus-main.ts';
import { classNames } from '#web/ui/style/class-names.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import { EXPORT_GUIDES, guideHash } from './export-guides.ts';
import styles from './first-run.module.css';
import { DROPPED_FILE } from './use-chosen-file.ts';
import { startSample } from './start-sample.ts';

/** Invites a user with an empty library to bring bookmarks. A file can be dropped anywhere on the page. */
export function FirstRun() {
  const { importFiles } = useClientState();
  const navigate = useNavigate();
  const open = (file: File) => {
    importFiles.set(DROPPED_FILE, file);
    void navigate('/import', { state: FOCUS_MAIN });
  };
  const isOver = useDroppedOrPastedFile(open);
  const isPhone = useMediaQuery('(pointer: coarse)');
  return (
    <div className={styles.invitation}>
      <div className={classNames(styles.drop, isOver && styles.over)}>
        <FileUp aria-hidden="true" strokeWidth={1.5} />
        <h3>Bring your bookmarks</h3>
        <p>
          {isPhone
            ? 'Choose the file that your browser or app has exported.'
            : 'Drop the file here that your browser or app has exported.'}{' '}
          You see its content before anything is sent.
        </p>
        <FileTrigger
          onSelect={(files) => {
            const [file] = files ?? [];
            if (file !== undefined) open(file);
          }}
        >
          <Button kind="primary">Choose a file</Button>
        </FileTrigger>
        <p>How to get the file from</p>
        <ul className={styles.sources}>
          {EXPORT_GUIDES.map(({ id, name }) => (
            <li key={id}>
              <Link to={`/import${guideHash(id)}`} className={buttonClass('outlined')}>
                <LetterTile site={name} size={18} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <OtherStarts isPhone={isPhone} />
    </div>
  );
}

function OtherStarts({ isPhone }: { readonly isPhone: boolean }) {
  const { demo } = useServices();
  const { popup } = useClientState();
  return (
    <div className={styles.others}>
      <button
        type="button"
        className={buttonClass('quiet')}
        onClick={() => {
          popup.set({ kind: 'new-link' });
        }}
      >
        <Plus aria-hidden="true" />
        Add a link
      </button>
      {/* The demo has nowhere to save to from other pages, and has begun with the sample. */}
      {demo === null ? (
        <>
          <Link to="/settings#settings-save" className={buttonClass('quiet')}>
            <Bookmark aria-hidden="true" />
            {isPhone ? 'Save from other apps' : 'Save from any page'}
          </Link>
          <SampleButton />
        </>
      ) : null}
    </div>
  );
}

/** Imports a small library to look around in. */
function SampleButton() {
  const open = useOpenLibrary();
  const { report } = useServices();
  const { toasts } = useClientState();
  const remember = useSetSampleImport();
  const [isPending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    const { id, errors } = await startSample({ open, report });
    setPending(false);
    if (errors.length === 0) remember(id);
    else toasts.show({ title: "Couldn't import the sample library.", details: errors, tone: 'error' });
  };
  return (
    <button
      type="button"
      className={buttonClass('quiet')}
      disabled={isPending}
      onClick={() => {
        void start();
      }}
    >
      <Shapes aria-hidden="true" />
      Look around with a sample library
    </button>
  );
}
