import { completeUrl } from '@foldmark/library/entities/link-url';
import { STATUS_TRASHED } from '@foldmark/library/entities/limits';
import { useEffect, useState } from 'react';

import { useSaved } from '#web/hooks/duplicate-hooks.ts';
import { useFoldersOf, useLink } from '#web/hooks/library-hooks.ts';
import type { Key } from '@foldmark/library/memory/keys';
import { Button } from '#web/ui/buttons/button.tsx';

import { OpenLink } from './open-link.tsx';
import styles from './saved-notice.module.css';
import { SavedPlace } from './saved-place.tsx';
import { useSavedActions } from './use-saved-actions.ts';

interface SavedNoticeProps {
  /** The url in the field. */
  readonly typed: string;
  /** The link that the form edits. */
  readonly except?: Key;
  /** The folder of the new link. */
  readonly folder: Key | null;
  /** The gesture that created the folder, if this form created it. */
  readonly step?: string | undefined;
  /** While the form saves, the library already contains the new link, which must not count as saved before. */
  readonly isPending: boolean;
  /** Called with the url when the notice shows. */
  readonly onShow?: (typed: string) => void;
  /** Called when the saved link opens in this tab. */
  readonly onOpen?: () => void;
  /** Called when the user restores or adds the saved link instead. */
  readonly onDone: (link: Key) => void;
}

/** Says that the typed url is already saved. The notice is inside the form, because its Save anyway button submits the form. */
export function SavedNotice({ typed, except, isPending, onShow, ...rest }: SavedNoticeProps) {
  const found = useSaved(typed, except);
  const [before, setBefore] = useState(found);
  if (!isPending && before !== found) setBefore(found);
  const [first, ...others] = isPending ? before : found;
  const isShown = first !== undefined;
  useEffect(() => {
    if (isShown) onShow?.(typed);
  }, [isShown, onShow, typed]);
  return (
    // The live region must exist before its text.
    <div role="status" className={styles.region}>
      {first === undefined ? null : (
        <SavedLink {...rest} linkId={first.link} url={completeUrl(typed.trim())} others={others.length} />
      )}
    </div>
  );
}

interface SavedLinkProps extends Pick<SavedNoticeProps, 'folder' | 'step' | 'onOpen' | 'onDone'> {
  readonly linkId: Key;
  readonly url: string;
  /** How many further saved links have such a url. */
  readonly others: number;
}

function SavedLink({ linkId, url, others, folder, step, onOpen, onDone }: SavedLinkProps) {
  const link = useLink(linkId);
  const folders = useFoldersOf(linkId);
  const { add, restore } = useSavedActions();
  if (link === undefined) return null;
  const isTrashed = link.status_id === STATUS_TRASHED;
  const done = () => {
    onDone(linkId);
  };
  return (
    <div className={styles.notice}>
      <SavedPlace linkId={linkId} link={link} url={url} />
      {others === 0 ? null : (
        <p className={styles.others}>
          {others === 1 ? 'One more link is like it.' : `${others} more links are like it.`}
        </p>
      )}
      <div className={styles.actions}>
        {isTrashed ? (
          <Button
            kind="outlined"
            onPress={() => {
              restore(linkId, folder);
              done();
            }}
          >
            Restore
          </Button>
        ) : null}
        <OpenLink id={link.link_id} onOpen={onOpen} />
        {isTrashed || folder === null || folders.includes(folder) ? null : (
          <Button
            kind="outlined"
            onPress={() => {
              add([linkId], folder, step);
              done();
            }}
          >
            Add to this folder
          </Button>
        )}
        <Button kind="outlined" type="submit">
          Save anyway
        </Button>
      </div>
    </div>
  );
}
