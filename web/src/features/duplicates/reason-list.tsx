import { useState } from 'react';

import { duplicatesIn } from '#web/hooks/duplicate-hooks.ts';
import { useLibrary } from '#web/hooks/library-hooks.ts';
import { countText } from '@foldmark/library/text/count-text';
import type { Key } from '@foldmark/library/memory/keys';
import { numberText } from '@foldmark/library/text/number-text';
import { Button } from '#web/ui/buttons/button.tsx';
import dialogStyles from '#web/ui/dialogs/dialog.module.css';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';

import type { Reason } from './by-reason.ts';
import { mergeOf } from './merge-of.ts';
import styles from './reason-list.module.css';
import type { GroupActions } from './use-group-actions.ts';

/** More reasons would leave no room for the groups. */
const SHOWN_REASONS = 3;
const SHOWN_GROUPS = 10;

interface ReasonListProps {
  readonly reasons: readonly Reason[];
  /** The links that the user has chosen to keep. */
  readonly chosen: ReadonlySet<Key>;
  readonly actions: GroupActions;
}

/** Merges all groups that differ in the same way, after a preview. */
export function ReasonList({ reasons, chosen, actions }: ReasonListProps) {
  const [reviewed, setReviewed] = useState<Reason | null>(null);
  if (reasons.length === 0) return null;
  return (
    <>
      <ul className={styles.reasons} aria-label="Groups by what they differ in">
        {reasons.slice(0, SHOWN_REASONS).map((reason) => (
          <li key={reason.text}>
            <span>
              <strong>{countText(reason.groups.length, 'group')}</strong> differ only in {reason.text}
            </span>
            <Button
              kind="outlined"
              onPress={() => {
                setReviewed(reason);
              }}
            >
              Merge these {numberText(reason.groups.length)}
            </Button>
          </li>
        ))}
      </ul>
      {reviewed === null ? null : (
        <ReasonDialog
          reason={reviewed}
          chosen={chosen}
          actions={actions}
          onClose={() => {
            setReviewed(null);
          }}
        />
      )}
    </>
  );
}

interface ReasonDialogProps extends Omit<ReasonListProps, 'reasons'> {
  readonly reason: Reason;
  readonly onClose: () => void;
}

function ReasonDialog({ reason: { text, groups }, chosen, actions, onClose }: ReasonDialogProps) {
  const library = useLibrary();
  const count = groups.length;
  const merges = groups.slice(0, SHOWN_GROUPS).map((group) => mergeOf(group, chosen, library));
  const urlOf = (link: Key): string => library.link(link)?.url ?? '';
  return (
    <Dialog title={`Merge ${countText(count, 'group')}`} onClose={onClose}>
      <p className={dialogStyles.text}>
        They differ only in {text}. Each keeps one link with all folders, stars and notes.{' '}
        {countText(duplicatesIn(groups), 'duplicate')} move to the trash. One Undo brings them back.
      </p>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it */}
      <ul className={styles.preview} aria-label="Preview" tabIndex={0}>
        {merges.map(({ keep, others }) => (
          <li key={keep}>
            <p dir="ltr">{urlOf(keep)}</p>
            {others.map((link) => (
              <p key={link} dir="ltr" className={styles.goes}>
                <span className="visually-hidden">To the trash: </span>
                <del>{urlOf(link)}</del>
              </p>
            ))}
          </li>
        ))}
        {count > SHOWN_GROUPS ? <li>and {countText(count - SHOWN_GROUPS, 'more group')}</li> : null}
      </ul>
      <div className={dialogStyles.actions}>
        <Button kind="outlined" onPress={onClose}>
          Cancel
        </Button>
        <Button
          kind="primary"
          autoFocus
          onPress={() => {
            onClose();
            actions.merge(groups.map((group) => mergeOf(group, chosen, library)));
          }}
        >
          Merge {countText(count, 'group')}
        </Button>
      </div>
    </Dialog>
  );
}
