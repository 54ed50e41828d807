import { FAILURES } from '@foldmark/contract/failures';
import { useState } from 'react';

import { useClientState } from '#web/state/client-state.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { isMember } from '#web/account/session-state.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';

import styles from './account.module.css';
import { useAttempts } from './use-attempts.ts';

type Choice = 'keepEarlier' | 'startEmpty';

/** Another person may have filled this library. Its owner keeps or deletes it before any of it shows. */
export function EarlierLibrary() {
  const { session } = useServices();
  const { toasts } = useClientState();
  const { firebaseUser } = useSession();
  const attempts = useAttempts();
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<Choice | null>(null);
  const choose = async (choice: Choice) => {
    setChosen(choice);
    const isDone = await session.attempt(session[choice]);
    const wasKept = choice === 'startEmpty' && isDone && isMember(session.state());
    if (wasKept) toasts.show({ title: FAILURES.libraryKept.primary_error, tone: 'error' });
  };
  const stateOf = (choice: Choice) => ({
    isDisabled: attempts.isUnderWay && chosen !== choice && chosen !== null,
    isPending: attempts.isUnderWay && chosen === choice,
  });
  return (
    <>
      <ErrorList id={attempts.errorsId} errors={attempts.errors} />
      <p className={styles.text}>
        <b>{firebaseUser?.email}</b> was registered here before, with a password, and the address was never
        confirmed. The links that were saved then are still here.
      </p>
      <p className={styles.text}>
        If you saved them, keep them. If you didn't, start empty: this deletes them forever, and you log in
        once more.
      </p>
      <div className={styles.actions}>
        <Button
          kind="quiet"
          onPress={() => {
            void session.logout();
          }}
        >
          Log out
        </Button>
        <Button
          kind="outlined"
          {...stateOf('startEmpty')}
          onPress={() => {
            setAsking(true);
          }}
        >
          Start empty
        </Button>
        <Button
          kind="primary"
          {...stateOf('keepEarlier')}
          onPress={() => {
            void choose('keepEarlier');
          }}
        >
          Keep what is here
        </Button>
      </div>
      {isAsking ? (
        <ConfirmDialog
          title="Delete these links?"
          text="Everything that was saved under this address is deleted. You can't undo it."
          confirm="Delete and start empty"
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            void choose('startEmpty');
          }}
        />
      ) : null}
    </>
  );
}
