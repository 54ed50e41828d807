import { useConfirmationEmail } from '#web/hooks/use-confirmation-email.ts';
import { useServices, useSession } from '#web/hooks/services.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import styles from './account.module.css';

export function RegisteredMessage() {
  const { session } = useServices();
  const { firebaseUser } = useSession();
  const { isPending, status, send } = useConfirmationEmail('We sent the email again.');
  return (
    <>
      <p className={styles.text}>
        Check the inbox of <b>{firebaseUser?.email}</b> for a link that confirms your email address. If it
        isn't there, check your spam or junk folder.
      </p>
      <p className={styles.text} role="status">
        {status}
      </p>
      <div className={styles.actions}>
        <Button kind="quiet" isPending={isPending} onPress={send}>
          Send the email again
        </Button>
        <Button
          kind="primary"
          onPress={() => {
            session.dispatch({ type: 'registeredHidden' });
          }}
        >
          Go to my links
        </Button>
      </div>
    </>
  );
}
