import type { Grant } from '@foldmark/contract/grants';
import { useRef, useState } from 'react';

import { useCall } from '#web/hooks/use-call.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmBox } from '#web/ui/dialogs/confirm-box.tsx';
import { ErrorList } from '#web/ui/fields/error-list.tsx';

import { aboutText, factsOf, isNew, titleOf } from './app-texts.ts';
import styles from './connected-apps.module.css';

interface ConnectedAppProps {
  readonly app: Grant;
  /** When the list was loaded. */
  readonly at: Date;
  readonly isOnline: boolean;
  readonly onChanged: () => void;
}

export function ConnectedApp({ app, at, isOnline, onChanged }: ConnectedAppProps) {
  const { grant_id, state } = app;
  const name = titleOf(app);
  const [asked, setAsked] = useState<'revoke' | 'undo' | null>(null);
  const [outcome, setOutcome] = useState('');
  const itemRef = useRef<HTMLLIElement>(null);
  const { isPending, errors, run } = useCall('An app could not be revoked, or its actions not be undone.');
  const close = () => {
    setAsked(null);
  };
  const revoke = () => {
    void run(async (call) => {
      await call('/grants/revoke/', { grant_id });
      setOutcome('Revoked. What it did can still be undone.');
      // The focused button goes.
      itemRef.current?.focus();
      onChanged();
    });
  };
  const undo = () => {
    void run(async (call) => {
      const begun = await call('/grants/undo/', { grant_id });
      setOutcome(
        begun.state === 'undoing' ? 'Undoing. The history shows the progress.' : 'There is nothing to undo.',
      );
    });
  };
  const button = (text: string, what: typeof asked) => (
    <Button
      kind="outlined"
      isDisabled={!isOnline}
      isPending={isPending}
      onPress={() => {
        setAsked(what);
      }}
    >
      {text} <span className="visually-hidden">{`: ${name}`}</span>
    </Button>
  );
  return (
    <li ref={itemRef} className={styles.app} tabIndex={-1}>
      <div className={styles.texts}>
        <p className={styles.name}>
          <bdi>{name}</bdi>
          <bdi className={styles.about}>{aboutText(app)}</bdi>
          {isNew(app, at) ? <span className={styles.new}>New</span> : null}
        </p>
        <p className={styles.facts}>
          {factsOf(app, at).map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <p className={styles.outcome} role="status">
          {outcome}
        </p>
        <ErrorList errors={errors} />
      </div>
      <div className={styles.buttons}>
        {button('Undo what it did', 'undo')}
        {state === 'active' ? button('Revoke', 'revoke') : null}
      </div>
      {asked === 'revoke' ? (
        <ConfirmBox
          title={`Revoke ${name}?`}
          text="It can't use your library any more, at the latest in a minute. What it did stays. You can undo that for 30 days."
          confirm="Revoke"
          onConfirm={revoke}
          onClose={close}
        />
      ) : null}
      {asked === 'undo' ? (
        <ConfirmBox
          title={`Undo what ${name} did?`}
          text="Undoes all that it changed in the last 30 days, latest first. What you have changed since stays as it is."
          confirm="Undo all"
          kind="primary"
          onConfirm={undo}
          onClose={close}
        />
      ) : null}
    </li>
  );
}
