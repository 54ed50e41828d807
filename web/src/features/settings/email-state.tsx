import { BadgeCheck } from 'lucide-react';

import { useConfirmationEmail } from '#web/hooks/use-confirmation-email.ts';
import { Button } from '#web/ui/buttons/button.tsx';

import styles from './settings.module.css';

interface EmailStateProps {
  readonly email: string | null;
  readonly isConfirmed: boolean;
}

export function EmailState({ email, isConfirmed }: EmailStateProps) {
  if (email === null) return <p className={styles.text}>This account has no email address.</p>;
  return (
    <>
      <p className={styles.email}>
        <span>{email}</span>
        {isConfirmed ? (
          <span className={styles.confirmed}>
            <BadgeCheck aria-hidden="true" />
            Confirmed
          </span>
        ) : (
          <span className={styles.text}>Not confirmed</span>
        )}
      </p>
      {isConfirmed ? null : <SendConfirmation />}
    </>
  );
}

const SENT = "We sent the email. If it isn't in your inbox, check your spam or junk folder.";

function SendConfirmation() {
  const { isPending, status, send } = useConfirmationEmail(SENT);
  return (
    <div className={styles.actions}>
      <Button kind="outlined" isPending={isPending} onPress={send}>
        Send the confirmation email
      </Button>
      <p className={styles.text} role="status">
        {status}
      </p>
    </div>
  );
}
