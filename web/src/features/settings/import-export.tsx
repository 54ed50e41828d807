import { Link } from 'react-router-dom';

import { readLastExport } from '#web/export/last-export.ts';
import { useSession } from '#web/hooks/services.ts';
import { usePopup, useSetPopup } from '#web/state/popup.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import { Section } from './section.tsx';
import styles from './settings.module.css';

export function ImportExport() {
  const setPopup = useSetPopup();
  return (
    <Section name="import-export" title="Import and export">
      <p className={styles.text}>
        Bring bookmarks in from a browser or another product, or save your library as a file.
      </p>
      <div className={styles.actions}>
        <Link to="/import" className={buttonClass('outlined')}>
          Import bookmarks
        </Link>
        <Button
          kind="outlined"
          onPress={() => {
            setPopup({ kind: 'export', scope: { kind: 'all' } });
          }}
        >
          Export...
        </Button>
      </div>
      <LastExport />
    </Section>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' });
const TIME = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });

function LastExport() {
  const uid = useSession().firebaseUser?.uid ?? '';
  // Renders when the dialog closes, to read the storage again.
  usePopup();
  const last = readLastExport(() => localStorage, uid);
  const text =
    last === null
      ? 'No export from this browser yet.'
      : `Last export from this browser: ${DAY.format(last.at)}, ${TIME.format(last.at)}, ${last.format.toUpperCase()}`;
  return <p className={styles.text}>{text}</p>;
}
