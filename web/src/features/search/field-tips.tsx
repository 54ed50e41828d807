import { CircleHelp } from 'lucide-react';

import { useClientState } from '#web/state/client-state.ts';
import { useSetPopup } from '#web/state/popup.ts';
import { buttonClass } from '#web/ui/buttons/button-class.ts';
import { classNames } from '#web/ui/style/class-names.ts';

import styles from './below-field.module.css';

const TIPS = [
  ['in:', 'a folder'],
  ['is:favorite', ''],
  ['created:', 'a date'],
  ['-', 'without'],
] as const;

/** Suggestions of what to type, below the empty field. */
export function FieldTips({ field }: { readonly field: HTMLInputElement }) {
  const { search } = useClientState();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- only keeps the focus
    <div
      role="group"
      aria-label="Search tips"
      className={classNames(styles.below, styles.tips)}
      onMouseDown={(event) => {
        // Keeps the focus in the field. Without the focus, the tips close before the click.
        event.preventDefault();
      }}
    >
      {TIPS.map(([text, meaning]) => (
        <button
          key={text}
          type="button"
          className={styles.tip}
          onClick={() => {
            search.set(text);
            field.focus();
          }}
        >
          <code>{text}</code> {meaning}
        </button>
      ))}
      <HelpButton />
    </div>
  );
}

/** Opens the table of all operators. */
export function HelpButton() {
  const setPopup = useSetPopup();
  return (
    <button
      type="button"
      className={buttonClass('quiet', styles.help)}
      onClick={() => {
        setPopup({ kind: 'search-help' });
      }}
    >
      <CircleHelp aria-hidden="true" />
      <span>Search help</span>
    </button>
  );
}
