import { useState } from 'react';

import { useServices, useSession } from '#web/data/services.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { ErrorList } from '#web/ui/error-list.tsx';

import styles from './account.module.css';
import { useAttempts } from './use-attempts.ts';

/** Another person may have filled this library: its owner says what happens to it before anything of it shows. */
export function EarlierLibrary() {
  const { session } = useServices();
  const { firebaseUser } = useSession();
  const attempts = useAttempts();
  const [isAsking, setAsking] = useState(false);
  const [chosen, setChosen] = useState<'keepEarlier' | 'startEmpty' | null>(null);
  const choose = (what: 'keepEarlier' | 'startEmpty') => {
    setChosen(what);
    void session.attempt(session[what]);
  };
  const isUnderWay = (what: typeof chosen) => attempts.isUnderWay && chosen === what;
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
          isDisabled={isUnderWay('keepEarlier')}
          isPending={isUnderWay('startEmpty')}
          onPress={() => {
            setAsking(true);
          }}
        >
          Start empty
        </Button>
        <Button
          kind="primary"
          isDisabled={isUnderWay('startEmpty')}
          isPending={isUnderWay('keepEarlier')}
          onPress={() => {
            choose('keepEarlier');
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
            choose('startEmpty');
          }}
        />
      ) : null}
    </>
  );
}
