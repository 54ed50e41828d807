import { Bookmark, FileUp, Plus } from 'lucide-react';
import { Link } from 'react-router-dom';

import { useSetPopup } from '#web/state/popup.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { useMediaQuery } from '#web/ui/browser/use-media-query.ts';

import styles from './first-run.module.css';

/** Suggests what a user with an empty library can do first. */
export function FirstRun() {
  const setPopup = useSetPopup();
  const isPhone = useMediaQuery('(pointer: coarse)');
  return (
    <div className={styles.actions}>
      <Link to="/import" className={buttonClass('primary')}>
        <FileUp aria-hidden="true" />
        Import bookmarks
      </Link>
      <button
        type="button"
        className={buttonClass('outlined')}
        onClick={() => {
          setPopup({ kind: 'new-link' });
        }}
      >
        <Plus aria-hidden="true" />
        Add a link
      </button>
      <Link to="/settings#settings-save" className={buttonClass('outlined')}>
        <Bookmark aria-hidden="true" />
        {isPhone ? 'Save from other apps' : 'Save from any page'}
      </Link>
    </div>
  );
}
