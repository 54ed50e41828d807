import { FAILURES } from '@foldmark/contract/failures';
import { useState } from 'react';

import { keepEarlier, startEmpty } from '#web/account/earlier-library.ts';
import { useClientState } from '#web/state/client-state.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { isMember } from '#web/account/session-state.ts';
import { Button } from '#web/ui/buttons/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.ts';
import { ErrorList } from '#web/ui/fields/error-list.tsx';

import styles from './account.module.css';
import { useAttempts } from './use-attempts.ts';

const CHOICES = { keepEarlier, startEmpty };
type Choice = keyof typeof CHOICES;

/**
 * The library may contain links that another person saved before this user confirmed the address. The user keeps or deletes
 * the library before any page shows it.
 */
export function EarlierLibrary() {
  const { session } = useServices();
  const { firebaseUser } = useSession();
  const { attempts, choose, stateOf } = useChoice();
  const [isConfirming, setConfirming] = useState(false);
  return (
    <>
      <ErrorList id={attempts.errorsId} errors={attempts.errors} />
      <p className={styles.text}>
        Someone registered <b>{firebaseUser?.email}</b> here before, with a password, but never confirmed the
        address. The links they saved are still here.
      </p>
      <p className={styles.text}>
        If you saved them, keep them. If not, start empty. This deletes them forever, and you need to log in
        again.
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
            setConfirming(true);
          }}
        >
          Start empty
        </Button>
        <Button
          kind="primary"
          {...stateOf('keepEarlier')}
          onPress={() => {
            choose('keepEarlier');
          }}
        >
          Keep these links
        </Button>
      </div>
      {isConfirming ? (
        <ConfirmDialog
          title="Delete these links?"
          text="This deletes everything saved under this address. You can't undo it."
          confirm="Delete and start empty"
          onClose={() => {
            setConfirming(false);
          }}
          onConfirm={() => {
            choose('startEmpty');
          }}
        />
      ) : null}
    </>
  );
}

/** Sends the choice. While it is under way, its button shows a spinner and the other one is disabled. */
function useChoice() {
  const { session } = useServices();
  const { toasts } = useClientState();
  const attempts = useAttempts();
  const [chosen, setChosen] = useState<Choice | null>(null);
  const send = async (choice: Choice) => {
    setChosen(choice);
    const isDone = await session.attempt(async () => CHOICES[choice](session.context));
    // Another tab has kept the library in the meantime.
    const wasKept = choice === 'startEmpty' && isDone && isMember(session.state());
    if (wasKept) toasts.show({ title: FAILURES.libraryKept.primary_error, tone: 'error' });
  };
  return {
    attempts,
    choose: (choice: Choice) => {
      void send(choice);
    },
    stateOf: (choice: Choice) => ({
      isDisabled: attempts.isUnderWay && chosen !== choice && chosen !== null,
      isPending: attempts.isUnderWay && chosen === choice,
    }),
  };
}
